/**
 * Repository of sealed revisions without their content (`content-repository.ts`): ids, inserts, lookups by id
 * (cached), standard and adopted edition, and changes of their holds.
 */
import { LRUCache } from 'lru-cache';
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../../shared/kernel/database/records.ts';
import type { SealedTree } from '../../../shared/proof-tree.ts';
import type { RevisionHold } from '../holds/model.ts';
import type { StandardRecord } from '../standard/model.ts';
import type { RevisionContents } from './content-repository.ts';
import {
  type RevisionContentRecord,
  type SealedRevision,
  type StandardRevisionRecord,
  standardRevisionCollection,
} from './model.ts';

/** A revision with nothing but its holds. */
type HeldRevisionRow = Pick<StandardRevisionRecord, '_id' | 'standard_id' | 'content_id' | 'holds'>;

type RevisionWithContent = StandardRevisionRecord & { contents: RevisionContentRecord[] };

/** The head of a standard, with the number of changes of the holds on its revisions. */
type StandardHead = Pick<StandardRecord, '_id' | 'holds_changes'>;

export class StandardRevisions extends NumberedRecords<StandardRevisionRecord> {
  /**
   * Revisions never change, apart from their holds. One of a deleted standard may still be here, so callers look
   * for the standard too.
   */
  readonly #cache = new LRUCache<number, { revision: StandardRevisionRecord; holdsChanges: number }>({
    max: 10_000,
  });

  constructor(connection: Connection, counters: IdCounters) {
    super(standardRevisionCollection(connection), counters);
  }

  /** A revision without its holds, of which the cache may have old ones. */
  async find(id: number): Promise<SealedRevision | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached.revision;
    const revision = await this.findById(id);
    if (revision) this.#cache.set(id, { revision, holdsChanges: 0 });
    return revision;
  }

  /**
   * A revision of this standard with its holds; null for one of another standard, whose holds are counted with that.
   * @param standard its head, read within this request
   */
  async findHeld(id: number, standard: StandardHead): Promise<StandardRevisionRecord | null> {
    const revision = this.#findCached(id, standard) ?? (await this.findById(id));
    if (revision?.standard_id !== standard._id) return null;
    this.#keep(revision, standard);
    return revision;
  }

  /**
   * The same for a caller that goes on to read the content: a revision that is not cached brings its content along, so
   * that the first read of a standard in a large library costs one query less.
   * @throws Error when the content does not match its hash
   */
  async findHeldWithContent(
    id: number,
    standard: StandardHead,
    contents: RevisionContents,
  ): Promise<StandardRevisionRecord | null> {
    const cached = this.#findCached(id, standard);
    if (cached) return cached;
    const [found] = await this.model.aggregate<RevisionWithContent>([
      { $match: { _id: id, standard_id: standard._id } },
      { $lookup: { from: 'contents', localField: 'content_id', foreignField: '_id', as: 'contents' } },
    ]);
    if (!found) return null;
    const { contents: read, ...revision } = found;
    for (const content of read) contents.keep(content);
    this.#keep(revision, standard);
    return revision;
  }

  /**
   * Revisions with their holds, those that are not cached with one query; missing ones are omitted.
   * @param standards the head of each revision's standard by the revision's id, read within this request
   */
  async findManyHeld(standards: ReadonlyMap<number, StandardHead>): Promise<StandardRevisionRecord[]> {
    const found: StandardRevisionRecord[] = [];
    const missing: number[] = [];
    for (const [id, standard] of standards) {
      const cached = this.#findCached(id, standard);
      if (cached) found.push(cached);
      else missing.push(id);
    }
    for (const revision of await super.findMany(missing)) {
      const standard = standards.get(revision._id);
      if (revision.standard_id !== standard?._id) continue;
      this.#keep(revision, standard);
      found.push(revision);
    }
    return found;
  }

  /** The cached revision, unless the holds of its standard have changed since. */
  #findCached(id: number, { _id, holds_changes = 0 }: StandardHead): StandardRevisionRecord | null {
    const cached = this.#cache.get(id);
    const isCurrent = cached?.revision.standard_id === _id && cached.holdsChanges >= holds_changes;
    return isCurrent ? cached.revision : null;
  }

  #keep(revision: StandardRevisionRecord, { holds_changes = 0 }: StandardHead): void {
    const cached = this.#cache.get(revision._id);
    if (cached?.revision !== revision)
      this.#cache.set(revision._id, { revision, holdsChanges: holds_changes });
  }

  /** A revision as a transaction sees it. */
  findIn(session: ClientSession, id: number): Promise<StandardRevisionRecord | null> {
    return this.findById(id, session);
  }

  /**
   * Stores the clause tree of a revision that has none: of two at once the first counts for both. @returns the
   * stored one; null where the revision is gone
   */
  async addClauseTree(id: number, clause_tree: SealedTree): Promise<SealedTree | null> {
    await this.model.updateOne({ _id: id, clause_tree: { $exists: false } }, { $set: { clause_tree } });
    this.#cache.delete(id);
    return (await this.findById(id))?.clause_tree ?? null;
  }

  /** Revisions by id, in ascending order. */
  override async findMany(ids: readonly number[]): Promise<StandardRevisionRecord[]> {
    return (await super.findMany(ids)).sort((a, b) => a._id - b._id);
  }

  /** The revisions of some standards, oldest first. */
  findByStandards(
    standardIds: readonly number[],
    session: ClientSession | null = null,
  ): Promise<StandardRevisionRecord[]> {
    const filter = { standard_id: { $in: [...standardIds] } };
    return this.findAll(filter, { sort: { standard_id: 1, ordinal: 1 }, session });
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
    return this.findAll({
      'wiki.adopted_revision_id': { $in: [...adoptedRevisionIds] },
      standard_id: standardId,
    });
  }

  /** The revisions created from some adopted editions of any page. */
  findByEditions(
    adoptedRevisionIds: readonly string[],
    session: ClientSession | null = null,
  ): Promise<StandardRevisionRecord[]> {
    if (adoptedRevisionIds.length === 0) return Promise.resolve([]);
    return this.findAll({ 'wiki.adopted_revision_id': { $in: [...adoptedRevisionIds] } }, { session });
  }

  /** The revisions that holds of a wiki page reach. */
  findByPageHolds(session: ClientSession, pageId: string): Promise<StandardRevisionRecord[]> {
    return this.findAll({ 'holds.page_id': pageId }, { session });
  }

  /** The revisions that holds of one edition of a wiki page reach, oldest first. */
  findByEditionHolds(pageId: string, editionId: string): Promise<StandardRevisionRecord[]> {
    const filter = { 'holds.page_id': pageId, 'holds.adopted_revision_id': editionId };
    return this.findAll(filter, { sort: { _id: 1 } });
  }

  /** The newest revision of each standard that holds of these editions reach, and only those holds. */
  async findNewestHeld(editionIds: readonly string[]): Promise<HeldRevisionRow[]> {
    if (editionIds.length === 0) return [];
    const pageIds = await this.model.distinct('wiki.standard_id', {
      'wiki.adopted_revision_id': { $in: [...editionIds] },
    });
    return this.model.aggregate<HeldRevisionRow>([
      { $match: { 'holds.page_id': { $in: pageIds } } },
      {
        $group: {
          _id: '$standard_id',
          newest: {
            $top: {
              sortBy: { ordinal: -1 },
              output: {
                _id: '$_id',
                standard_id: '$standard_id',
                content_id: '$content_id',
                holds: '$holds',
              },
            },
          },
        },
      },
      { $replaceRoot: { newRoot: '$newest' } },
    ]);
  }

  async setHolds(session: ClientSession, id: number, holds: RevisionHold[]): Promise<void> {
    const update = holds.length > 0 ? { $set: { holds } } : { $unset: { holds: 1 } };
    await this.model.updateOne({ _id: id }, update, { session });
  }
}
