/**
 * Finds the held clauses of a working copy, as the revision that it becomes will have them: from the revision that it
 * was opened from and, for a customised copy, the source revision merged last. Also a version of these holds, for
 * caches.
 */
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { type FindHeldClauses, type HeldClauses, levelOf } from '../holds/held-clauses.ts';
import type { RevisionHold } from '../holds/model.ts';
import type { RevisionHolds } from '../revision/revision-holds.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { WorkingCopyRecord } from './model.ts';

interface Deps {
  revisionHolds: RevisionHolds;
  findHeldClauses: FindHeldClauses;
  now: () => Date;
}

/** The holds on a state of a working copy, and the clauses they hold now. */
export interface WorkingCopyHold {
  holds: readonly RevisionHold[];
  held: HeldClauses;
}

export class WorkingCopyHolds {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Changes with every change of what may be held, levels included. @param standard its head, read within this request */
  async version(standard: StandardRecord): Promise<unknown[]> {
    const { revisionHolds, now } = this.#deps;
    const at = now();
    const holds = await revisionHolds.holdsOfPage(standard);
    return [standard.holds_version, ...holds.map((hold) => levelOf(hold, at))];
  }

  /** The holds on an outline. @param standard its head, read within this request */
  async find(
    outline: Outline,
    standard: StandardRecord,
    { opened_from }: Pick<WorkingCopyRecord, 'opened_from'>,
  ): Promise<WorkingCopyHold> {
    const { revisionHolds, findHeldClauses } = this.#deps;
    const source = standard.parent_current_revision_id ?? standard.descends_from_revision_id;
    const holds = await revisionHolds.ofOutline(outline, { previous: opened_from?.id, source }, standard);
    return { holds, held: findHeldClauses({ holds }) };
  }
}
