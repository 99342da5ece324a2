/** Rows of the worklist and of the register of revoked editions, and the pages that they name, which it loads. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { wikiStandardRef } from '../../../shared/contracts/wiki-moderation/shapes.ts';
import type { matterRow, revokedEditionRow } from '../../../shared/contracts/wiki-moderation/worklist.ts';
import { computeDeadlines, countDays } from '../holds/deadlines.ts';
import type { HoldRecord } from '../holds/model.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { PageRecord } from '../pages/model.ts';
import type { Pages } from '../pages/repository.ts';
import type { MatterRecord } from './model.ts';
import { type MatterSignals, NO_SIGNALS } from './signals.ts';

type PageRef = Infer<typeof wikiStandardRef>;

/** The pages with these ids, and how rows name them. */
export async function loadPages(
  { pages, libraries }: { pages: Pages; libraries: WikiLibraries },
  ids: readonly string[],
): Promise<{ pages: Map<string, PageRecord>; refs: Map<string, PageRef> }> {
  const found = await pages.findByIds([...new Set(ids)]);
  const libraryIds = [...new Set([...found.values()].map(({ library_id }) => library_id))];
  const slugs = await libraries.findSlugs(libraryIds);
  const refs = [...found.values()].map(({ _id, library_id, slug, title }): [string, PageRef] => [
    _id,
    { id: _id, librarySlug: slugs.get(library_id) ?? '', slug, title },
  ]);
  return { pages: found, refs: new Map(refs) };
}

/** The members of a row of the worklist that are not in its record. */
export interface MatterContext {
  standard: PageRef;
  /** The id by which requests name the matter. */
  matterId: number;
  signals: MatterSignals | undefined;
}

/** A row of the worklist. */
export function presentMatter(
  matter: MatterRecord,
  { standard, matterId, signals = NO_SIGNALS }: MatterContext,
  now: Date,
): Infer<typeof matterRow> {
  return {
    id: matter._id,
    matter_id: matterId,
    standard,
    adopted_revision_id: matter.edition_id,
    scope: { kind: matter.address === null ? 'edition' : 'clauses' },
    address: matter.address,
    opened_at: matter.opened_at.toISOString(),
    age_days: countDays(matter.opened_at, now),
    state: matter.state,
    signals,
  };
}

/** A row of the register; the level of a closed revocation is that of its end. */
export function presentRevokedEdition(
  hold: HoldRecord,
  standard: PageRef,
  now: Date,
): Infer<typeof revokedEditionRow> {
  const { level, level2_at } = computeDeadlines(hold, hold.closed_at ?? now);
  return {
    matter_id: hold.matter_id,
    adopted_revision_id: hold.edition_id,
    standard,
    reason_code: hold.reason_code,
    level,
    revoked_at: hold.opened_at.toISOString(),
    level2_at: level2_at.toISOString(),
    replacement_adopted_revision_id: hold.replacement?.edition_id ?? null,
    restored_at: hold.closed_at?.toISOString() ?? null,
  };
}
