/** Queries on sealed revisions. */
import { LRUCache } from 'lru-cache';
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { type StandardRevisionRecord, standardRevisionModel } from './model.ts';

export class StandardRevisions {
  readonly #revisions: ReturnType<typeof standardRevisionModel>;
  readonly #counters: IdCounters;
  /** A revision never changes, so one that was read stays right. */
  readonly #cache = new LRUCache<number, StandardRevisionRecord>({ max: 10_000 });

  constructor(connection: Connection, counters: IdCounters) {
    this.#revisions = standardRevisionModel(connection);
    this.#counters = counters;
  }

  /** An id for a new revision; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('revisions');
  }

  async find(id: number): Promise<StandardRevisionRecord | null> {
    const kept = this.#cache.get(id);
    if (kept) return kept;
    const revision = await this.#revisions.findById(id).lean<StandardRevisionRecord>().exec();
    if (revision) this.#cache.set(id, revision);
    return revision;
  }

  findMany(ids: readonly number[]): Promise<StandardRevisionRecord[]> {
    return this.#revisions
      .find({ _id: { $in: [...ids] } })
      .sort({ _id: 1 })
      .lean<StandardRevisionRecord[]>()
      .exec();
  }

  /** The revisions of some standards, oldest first. */
  findByStandards(standardIds: readonly number[]): Promise<StandardRevisionRecord[]> {
    return this.#revisions
      .find({ standard_id: { $in: [...standardIds] } })
      .sort({ standard_id: 1, ordinal: 1 })
      .lean<StandardRevisionRecord[]>()
      .exec();
  }

  /** The revision that an adopted edition became. */
  findByAdoptedRevision(standardId: number, adoptedRevisionId: string): Promise<StandardRevisionRecord | null> {
    return this.#revisions
      .findOne({ 'wiki.adopted_revision_id': adoptedRevisionId, standard_id: standardId })
      .lean<StandardRevisionRecord>()
      .exec();
  }

  async add(session: ClientSession, revision: StandardRevisionRecord): Promise<void> {
    await this.#revisions.create([revision], { session });
  }
}
