/** Which revisions a held standard may be pinned to (decisions P8, P17). Pure. */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import type { HeldStandard, Manifest } from '../revisions/manifest.ts';

export type Line = Result<(typeof standardsInternal)['standards.lines']>['standards'][number];
type RevisionHead = Line['revisions'][number];

export interface Change {
  standardId: number;
  toStandardRevisionId: number;
}

/** One asked change, with what it starts from and leads to. */
export interface PlannedMove {
  held: HeldStandard;
  from: RevisionHead | undefined;
  to: RevisionHead;
  isNoop: boolean;
}

type Ineligible = 'already_held' | 'revoked' | 'not_published' | 'archived';

/** A standard named twice has no one answer (P17). */
export function refuseDoubles(changes: readonly Change[]): void {
  const seen = new Set<number>();
  changes.forEach(({ standardId }, index) => {
    if (seen.has(standardId)) {
      const path = `changes[${index}].standardId`;
      throw invalid([{ path, message: `'${path}' names standard ${standardId} a second time.` }]);
    }
    seen.add(standardId);
  });
}

/**
 * The moves a caller asks for.
 * @throws NOT_FOUND for a standard the draft does not hold, REVISION_NOT_ELIGIBLE for a target that is a working copy, another
 * standard's, a revoked edition's, or for a standard that is archived in the draft
 */
export function planMoves(manifest: Manifest, changes: readonly Change[], lines: ReadonlyMap<number, Line>): PlannedMove[] {
  return changes.map(({ standardId, toStandardRevisionId }) => {
    const held = manifest.standards.find(({ standard_id }) => standard_id === standardId);
    const line = lines.get(standardId);
    if (!held) throw notFound();
    const from = line?.revisions.find(({ id }) => id === held.standard_revision.id);
    const to = line?.revisions.find(({ id }) => id === toStandardRevisionId);
    if (held.archived) throw notEligible(held, toStandardRevisionId, 'archived');
    if (!to) throw notEligible(held, toStandardRevisionId, 'not_published');
    const isNoop = held.standard_revision.id === to.id;
    if (!to.eligible && !isNoop) throw notEligible(held, toStandardRevisionId, 'revoked');
    return { held, from, to, isNoop };
  });
}

const SENTENCES: Readonly<Record<Exclude<Ineligible, 'already_held'>, string>> = {
  archived: 'is archived in the draft; restore it first',
  not_published: 'has no such saved revision',
  revoked: 'cannot be pinned to a revoked edition',
};

const notEligible = (held: HeldStandard, toStandardRevisionId: number, reason: Exclude<Ineligible, 'already_held'>): Error =>
  fail('REVISION_NOT_ELIGIBLE', `"${held.name}" ${SENTENCES[reason]}.`, {
    metadata: { standardId: held.standard_id, toStandardRevisionId, reason },
  });

/** Where a standard can be brought current to, or why not. */
export function bringCurrent(held: HeldStandard, line: Line | undefined): { to: number | null; reason: Ineligible | null } {
  if (held.archived) return { to: null, reason: 'archived' };
  const current = line?.revisions.find(({ id }) => id === line.current_revision_id);
  if (!current) return { to: null, reason: 'not_published' };
  if (current.id === held.standard_revision.id) return { to: null, reason: 'already_held' };
  return current.eligible ? { to: current.id, reason: null } : { to: null, reason: 'revoked' };
}
