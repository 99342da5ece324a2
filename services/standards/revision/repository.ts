/** Repository of sealed revisions: ids, inserts, and lookups by id (cached), standard and adopted edition. */
import { LRUCache } from 'lru-cache';
import type { Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../../shared/kernel/database/records.ts';
import { type StandardRevisionRecord, standardRevisionCollection } from './model.ts';

export class StandardRevisions extends NumberedRecords<StandardRevisionRecord> {
  /**
   * Revisions never change. One of a deleted standard may still be here, so callers look for the standard too.
   */
  readonly #cache = new LRUCache<number, StandardRevisionRecord>({ max: 10_000 });

  constructor(connection: Connection, counters: IdCounters) {
    super(standardRevisionCollection(connection), counters);
  }

  async find(id: number): Promise<StandardRevisionRecord | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const revision = await this.findById(id);
    if (revision) this.#cache.set(id, revision);
    return revision;
  }

  /** Revisions by id, in ascending order. */
  override async findMany(ids: readonly number[]): Promise<StandardRevisionRecord[]> {
    return (await super.findMany(ids)).sort((a, b) => a._id - b._id);
  }

  /** The revisions of some standards, oldest first. */
  findByStandards(standardIds: readonly number[]): Promise<StandardRevisionRecord[]> {
    return this.model
      .find({ standard_id: { $in: [...standardIds] } })
      .sort({ standard_id: 1, ordinal: 1 })
      .lean<StandardRevisionRecord[]>()
      .exec();
  }

  /** The revision created from an adopted edition. */
  findByAdoptedRevision(
    standardId: number,
    adoptedRevisionId: string,
  ): Promise<StandardRevisionRecord | null> {
    return this.findOne({ 'wiki.adopted_revision_id': adoptedRevisionId, standard_id: standardId });
  }

  /** The revisions created from some adopted editions. */
  findByAdoptedRevisions(
    standardId: number,
    adoptedRevisionIds: readonly string[],
  ): Promise<StandardRevisionRecord[]> {
    if (adoptedRevisionIds.length === 0) return Promise.resolve([]);
    return this.model
      .find({ 'wiki.adopted_revision_id': { $in: [...adoptedRevisionIds] }, standard_id: standardId })
      .lean<StandardRevisionRecord[]>()
      .exec();
  }

  /** The revisions created from some adopted editions of any page. */
  findByEditions(adoptedRevisionIds: readonly string[]): Promise<StandardRevisionRecord[]> {
    if (adoptedRevisionIds.length === 0) return Promise.resolve([]);
    return this.model
      .find({ 'wiki.adopted_revision_id': { $in: [...adoptedRevisionIds] } })
      .lean<StandardRevisionRecord[]>()
      .exec();
  }
}
