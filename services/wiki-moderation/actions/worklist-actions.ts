/**
 * Handlers of the moderation worklist, of one matter with its texts, and of the register of revoked editions, for
 * the pages that the caller moderates.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { wikiWorklistEndpoints } from '../../../shared/contracts/wiki-moderation/worklist.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { parseEditionContent } from '../adoption/edition-content.ts';
import { computeDeadlines } from '../holds/deadlines.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { PageRecord } from '../pages/model.ts';
import { allowedOnMatter } from '../revocations/allowed-on-matter.ts';
import { type ClauseCopies, findCopies } from '../worklist/library-copies.ts';
import type { MatterRecord } from '../worklist/model.ts';
import { hasModeratorRole, listModeratedPages, requireModeratedPages } from '../worklist/moderated-pages.ts';
import { loadPages, type MatterContext, presentMatter, presentRevokedEdition } from '../worklist/present.ts';
import type { MatterFilter } from '../worklist/repository.ts';

/** Matters that are ranked by their signals; later ones follow by age. */
const MAX_RANKED = 1_000;

interface RankedMatter extends MatterContext {
  matter: MatterRecord;
}

export const wikiWorklistActions = (
  service: WikiService,
): Handlers<typeof wikiWorklistEndpoints, NoResources> => {
  const { node, holds, matters, roles, signalReader } = service;

  /** Matters with their pages and signals, in the order given. */
  async function describe(rows: readonly MatterRecord[], ctx: RequestContext): Promise<RankedMatter[]> {
    const { pages, refs } = await loadPages(
      service,
      rows.map(({ page_id }) => page_id),
    );
    const copies = await findCopies(node, rows);
    const differsInCopy = new Set([...copies].flatMap(([id, { differ }]) => (differ ? [id] : [])));
    const signals = await signalReader.read(rows, pages, { differsInCopy, now: node.now(), ctx });
    const heldBy = await holds.findMany([...new Set(rows.map(({ hold_id }) => hold_id))]);
    const matterIds = new Map(heldBy.map(({ _id, matter_id }) => [_id, matter_id]));
    return rows.flatMap((matter) => {
      const standard = refs.get(matter.page_id);
      const matterId = matterIds.get(matter.hold_id) ?? matter._id;
      return standard ? [{ matter, standard, matterId, signals: signals.get(matter._id) }] : [];
    });
  }

  return {
    async 'wiki.moderation.worklist'({ state, standardId, limit, offset }, ctx) {
      const moderated = await requireModeratedPages(roles, ctx);
      const filter: MatterFilter = { state, pageIds: narrowToPage(moderated, standardId) };
      const { rows, total } = await matters.list(filter, { limit: MAX_RANKED });
      const ranked = flaggedFirst(await describe(rows, ctx)).slice(offset, offset + limit);
      const missing = limit - ranked.length;
      const later =
        missing > 0 && total > MAX_RANKED
          ? await matters.list(filter, { limit: missing, offset: Math.max(offset, MAX_RANKED) })
          : { rows: [] };
      const now = node.now();
      return {
        items: [...ranked, ...(await describe(later.rows, ctx))].map(({ matter, ...context }) =>
          presentMatter(matter, context, now),
        ),
        total,
        limit,
        offset,
      };
    },

    async 'wiki.moderation.worklistItem'({ itemId }, ctx) {
      const matter = await matters.findById(itemId);
      const moderated = await listModeratedPages(roles, ctx);
      if (!matter || (moderated && !moderated.includes(matter.page_id))) throw notFound();
      const hold = await holds.findById(matter.hold_id);
      const page = await service.pages.findById(matter.page_id);
      const [described] = await describe([matter], ctx);
      if (!hold || !page || !described) throw new Error(`matter ${itemId} has lost its hold or page`);
      const now = node.now();
      const { level, level2_at } = computeDeadlines(hold, hold.closed_at ?? now);
      const maySeeTexts =
        described.signals?.changed === true && (await hasModeratorRole(roles, page._id, ctx));
      return {
        ...presentMatter(matter, described, now),
        reason_code: hold.reason_code,
        level,
        level2_at: level2_at.toISOString(),
        replacement_adopted_revision_id: hold.replacement?.edition_id ?? null,
        resolved_at: matter.resolved_at?.toISOString() ?? null,
        texts: maySeeTexts ? await loadTexts(matter, page, ctx) : null,
        allowed_actions: await allowedOnMatter(service, matter, described.matterId, ctx),
      };
    },

    async 'wiki.moderation.revokedEditions'({ state }, ctx) {
      const pageIds = await requireModeratedPages(roles, ctx);
      const { rows, total } = await holds.listRevokedEditions(
        { pageIds, onlyOpen: state === 'open' },
        MAX_UNPAGED_ROWS,
      );
      const { refs } = await loadPages(
        service,
        rows.map(({ page_id }) => page_id),
      );
      const now = node.now();
      const editions = rows.flatMap((hold) => {
        const standard = refs.get(hold.page_id);
        return standard ? [presentRevokedEdition(hold, standard, now)] : [];
      });
      return { editions, total, truncated: total > rows.length };
    },
  };

  /** The texts of a held clause; null for a whole edition, which its moderators can read. */
  async function loadTexts(matter: MatterRecord, page: PageRecord, ctx: RequestContext) {
    const { address } = matter;
    if (address === null) return null;
    const { elements } = parseEditionContent(await service.pages.loadText(matter.edition_id));
    const current = await signalReader.loadElements(page, ctx);
    const copies: ClauseCopies | undefined = (await findCopies(node, [matter])).get(matter._id);
    return {
      held: textAt(elements, address) ?? '',
      current: textAt(current, address),
      copies: copies?.texts ?? [],
    };
  }
};

/** The pages of a list about one page; null: all pages. */
function narrowToPage(moderated: string[] | null, pageId: string | undefined): string[] | null {
  if (pageId === undefined) return moderated;
  return moderated === null || moderated.includes(pageId) ? [pageId] : [];
}

/** Sorts matters with a signal first; within both groups they stay in the order of age. */
function flaggedFirst(rows: readonly RankedMatter[]): RankedMatter[] {
  const isFlagged = ({ signals }: RankedMatter): boolean =>
    signals !== undefined && (signals.changed || signals.unlocatable || signals.escalated);
  return [...rows.filter(isFlagged), ...rows.filter((row) => !isFlagged(row))];
}

function textAt(elements: readonly ElementContent[], address: string): string | null {
  const element = elements.find((one) => one.address === address);
  return element ? [element.toc_content, element.content].filter((part) => part !== '').join('\n') : null;
}
