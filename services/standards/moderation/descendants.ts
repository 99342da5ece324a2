/**
 * Repository of the standards that a hold reaches: the copies of some revisions, and the counters of their holds,
 * which a concurrent publication, copy or adoption writes too.
 */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';

/** A copy, and what it descends from where its source was deleted. */
export type DescendantRecord = Pick<StandardRecord, '_id' | 'descends_from_revision_id'>;

export class Descendants extends Records<StandardRecord> {
  constructor(connection: Connection) {
    super(standardCollection(connection));
  }

  /** The standards that were customised from some revisions, or from a deleted copy of them. */
  async findCopies(session: ClientSession, revisionIds: readonly number[]): Promise<DescendantRecord[]> {
    if (revisionIds.length === 0) return [];
    const anyOf = { $in: [...revisionIds] };
    return this.model
      .find({ $or: [{ customized_from_revision_id: anyOf }, { descends_from_revision_id: anyOf }] })
      .select(['descends_from_revision_id'])
      .session(session)
      .lean<DescendantRecord[]>();
  }

  /** Those of some revisions that are the current ones of their standards. */
  async findCurrent(
    session: ClientSession,
    revisions: readonly Pick<StandardRevisionRecord, 'standard_id'>[],
  ): Promise<Set<number>> {
    const heads = await this.findMany([...new Set(revisions.map(({ standard_id }) => standard_id))], session);
    return new Set(heads.flatMap(({ current_revision }) => current_revision?.id ?? []));
  }

  /** Counts a change of holds on these standards, and for `changed` ones a change of what they show. */
  async countHoldChange(
    session: ClientSession,
    checked: readonly number[],
    changed: readonly number[],
  ): Promise<void> {
    await this.model.updateMany({ _id: { $in: [...checked] } }, { $inc: { holds_checks: 1 } }, { session });
    if (changed.length === 0) return;
    const update = { $inc: { changes: 1, holds_changes: 1 } };
    await this.model.updateMany({ _id: { $in: [...changed] } }, update, { session });
  }
}
