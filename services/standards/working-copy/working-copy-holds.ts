/**
 * The held clauses of working copies: they follow from the revision it was opened from and, in a copy, from the
 * source that is merged into it, as they will for the revision it becomes.
 */
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { type FindHeldClauses, type HeldClauses, holdLevels } from '../holds/held-clauses.ts';
import type { RevisionHold } from '../holds/model.ts';
import { type HoldInheritance, indexById } from '../revision/hold-inheritance.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { Standards } from '../standard/repository.ts';
import type { WorkingCopyRecord } from './model.ts';

interface Deps {
  standards: Standards;
  revisions: StandardRevisions;
  inheritance: HoldInheritance;
  findHeldClauses: FindHeldClauses;
  now: () => Date;
}

/** The revisions of which a working copy has clauses. */
interface WorkingCopyOrigins {
  previous: StandardRevisionRecord | null;
  source: StandardRevisionRecord | null;
  /** Changes with every change of what they hold, levels included. */
  version: unknown[];
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

  /** @param standard its head, read within this request */
  async loadOrigins(
    standard: Pick<
      StandardRecord,
      '_id' | 'holds_changes' | 'parent_current_revision_id' | 'descends_from_revision_id'
    >,
    { opened_from }: Pick<WorkingCopyRecord, 'opened_from'>,
  ): Promise<WorkingCopyOrigins> {
    const { standards, revisions, now } = this.#deps;
    const previous = opened_from && (await revisions.findHeld(opened_from.id, standard));
    const sourceId = standard.parent_current_revision_id ?? standard.descends_from_revision_id;
    const merged = sourceId === undefined ? null : await revisions.find(sourceId);
    const sourceHead = merged && (await standards.find(merged.standard_id));
    const source =
      merged &&
      // The revisions of a deleted source are kept, and no head counts the changes of their holds.
      (sourceHead
        ? await revisions.findHeld(merged._id, sourceHead)
        : ((await revisions.findMany([merged._id]))[0] ?? null));
    const at = now();
    const version = [
      [standard.holds_changes, sourceHead?.holds_changes],
      ...[previous, source].map((revision) => revision && holdLevels(revision, at)),
    ];
    return { previous, source, version };
  }

  /** The holds on an outline from these origins. */
  async find({ elements }: Outline, origins: WorkingCopyOrigins): Promise<WorkingCopyHold> {
    const { inheritance, findHeldClauses } = this.#deps;
    const { previous, source } = origins;
    if (!previous?.holds?.length && !source?.holds?.length) return NOTHING_HELD;
    const holds = await inheritance.derive(null, indexById(elements), null, origins);
    return { holds, held: findHeldClauses({ holds }) };
  }
}

const NOTHING_HELD: WorkingCopyHold = { holds: [], held: new Map() };
