/** Queries on sealed revisions. */
import { LRUCache } from 'lru-cache';
import type { ClientSession, Connection } from 'mongoose';
import type { Counters } from '../../../shared/kernel/database/counters.ts';
import { type RevisionRecord, revisionModel } from './model.ts';

export class Revisions {
  readonly #revisions: ReturnType<typeof revisionModel>;
  readonly #counters: Counters;
  /** A revision never changes, so one that was read stays right. */
  readonly #kept = new LRUCache<number, RevisionRecord>({ max: 10_000 });

  constructor(connection: Connection, counters: Counters) {
    this.#revisions = revisionModel(connection);
    this.#counters = counters;
  }

  /** An id for a new revision; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('revisions');
  }

  async find(id: number): Promise<RevisionRecord | null> {
    const kept = this.#kept.get(id);
    if (kept) return kept;
    const revision = await this.#revisions.findById(id).lean<RevisionRecord>().exec();
    if (revision) this.#kept.set(id, revision);
    return revision;
  }

  findMany(ids: readonly number[]): Promise<RevisionRecord[]> {
    return this.#revisions
      .find({ _id: { $in: [...ids] } })
      .sort({ _id: 1 })
      .lean<RevisionRecord[]>()
      .exec();
  }

  /** The revisions of some standards, oldest first. */
  ofStandards(standardIds: readonly number[]): Promise<RevisionRecord[]> {
    return this.#revisions
      .find({ standard_id: { $in: [...standardIds] } })
      .sort({ standard_id: 1, ordinal: 1 })
      .lean<RevisionRecord[]>()
      .exec();
  }

  /** The revision that an adopted edition became. */
  findAdopted(standardId: number, adoptedRevisionId: string): Promise<RevisionRecord | null> {
    return this.#revisions
      .findOne({ 'wiki.adopted_revision_id': adoptedRevisionId, standard_id: standardId })
      .lean<RevisionRecord>()
      .exec();
  }

  async add(session: ClientSession, revision: RevisionRecord): Promise<void> {
    await this.#revisions.create([revision], { session });
  }
}
