/**
 * Repository of sealed revisions without their content (`content-repository.ts`): ids, inserts, lookups by id
 * (cached), standard and adopted edition, with the holds that reach them.
 */
import type { ClientSession, Connection } from 'mongoose';
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../../shared/kernel/database/records.ts';
import type { SealedTree } from '../../../shared/proof-tree.ts';
import type { RevisionContents } from './content-repository.ts';
import {
  type RevisionContentRecord,
  type SealedRevision,
  type StandardRevisionRecord,
  standardRevisionCollection,
} from './model.ts';
import type { RevisionHolds, StandardHead } from './revision-holds.ts';

type RevisionWithContent = SealedRevision & { contents: RevisionContentRecord[] };

interface CachedRevision {
  sealed: SealedRevision;
  /** The revision with the holds of this version of its page. */
  held?: { revision: StandardRevisionRecord; version: number | undefined };
}

const bytesOf = ({ sealed, held }: CachedRevision): number =>
  2_000 + sealed.summary.length * 2 + (held?.revision.holds?.length ?? 0) * 500;

export class StandardRevisions extends NumberedRecords<SealedRevision> {
  readonly #holds: RevisionHolds;
  /**
   * Revisions never change, and their holds have a version. One of a deleted standard may still be here, so callers
   * look for the standard too.
   */
  readonly #cache = new ProcessCache<number, CachedRevision>(bytesOf);

  constructor(connection: Connection, counters: IdCounters, holds: RevisionHolds) {
    super(standardRevisionCollection(connection), counters);
    this.#holds = holds;
  }

  /** A revision without its holds. */
  async find(id: number): Promise<SealedRevision | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached.sealed;
    const sealed = await this.findById(id);
    if (sealed) this.#cache.set(id, { sealed });
    return sealed;
  }

  /** Keeps a revision in memory that was just stored: the search index reads it next. */
  keep(sealed: SealedRevision): void {
    this.#cache.set(sealed._id, { sealed });
  }

  /**
   * A revision of this standard with its holds; null for one of another standard.
   * @param standard its head, read within this request
   */
  async findWithHolds(id: number, standard: StandardHead): Promise<StandardRevisionRecord | null> {
    const sealed = await this.find(id);
    return sealed && sealed.standard_id === standard._id ? this.#withHolds(sealed, standard) : null;
  }

  /**
   * The same for a caller that goes on to read the content: a revision that is not cached brings its content along, so
   * that the first read of a standard in a large library costs one query less.
   * @throws Error when the content does not match its hash
   */
  async findWithHoldsAndContent(
    id: number,
    standard: StandardHead,
    contents: RevisionContents,
  ): Promise<StandardRevisionRecord | null> {
    if (this.#cache.has(id)) return this.findWithHolds(id, standard);
    const [found] = await this.model.aggregate<RevisionWithContent>([
      { $match: { _id: id, standard_id: standard._id } },
      { $lookup: { from: 'contents', localField: 'content_id', foreignField: '_id', as: 'contents' } },
    ]);
    if (!found) return null;
    const { contents: read, ...sealed } = found;
    for (const content of read) contents.keep(content);
    this.#cache.set(id, { sealed });
    return this.#withHolds(sealed, standard);
  }

  /**
   * Revisions with their holds, those that are not cached with one query; missing ones are omitted.
   * @param standards the head of each revision's standard by the revision's id, read within this request
   */
  async findManyWithHolds(standards: ReadonlyMap<number, StandardHead>): Promise<StandardRevisionRecord[]> {
    const ids = [...standards.keys()];
    const cached = ids.flatMap((id) => this.#cache.get(id)?.sealed ?? []);
    const read = await super.findMany(ids.filter((id) => !this.#cache.has(id)));
    for (const sealed of read) this.#cache.set(sealed._id, { sealed });
    return this.addHolds([...cached, ...read], standards.values());
  }

  /**
   * Revisions with their holds; those without their standard are omitted.
   * @param standards the heads of their standards, read within this request
   */
  async addHolds(
    revisions: readonly SealedRevision[],
    standards: Iterable<StandardHead>,
  ): Promise<StandardRevisionRecord[]> {
    const heads = new Map([...standards].map((standard) => [standard._id, standard]));
    const found: StandardRevisionRecord[] = [];
    // One after the other: the contents of held ones are read for it.
    for (const sealed of revisions) {
      const standard = heads.get(sealed.standard_id);
      if (standard) found.push(await this.#withHolds(sealed, standard));
    }
    return found;
  }

  async #withHolds(sealed: SealedRevision, standard: StandardHead): Promise<StandardRevisionRecord> {
    const version = standard.holds_version;
    const known = this.#cache.get(sealed._id)?.held;
    if (known && known.version === version) return known.revision;
    const holds = version === undefined ? undefined : await this.#holds.ofRevision(sealed, standard);
    const revision = { ...sealed, holds };
    this.#cache.set(sealed._id, { sealed, held: { revision, version } });
    return revision;
  }

  /** A revision with its holds as a transaction sees it. @param standard its head as read in that */
  async findWithHoldsIn(
    session: ClientSession,
    id: number,
    standard: StandardHead,
  ): Promise<StandardRevisionRecord | null> {
    const sealed = await this.findById(id, session);
    return sealed && { ...sealed, holds: await this.#holds.ofRevisionIn(session, sealed, standard) };
  }

  /**
   * Stores the clause tree of a revision that has none: of two concurrent calls the first counts for both. @returns the
   * stored one; null where the revision is gone
   */
  async addClauseTree(id: number, clause_tree: SealedTree): Promise<SealedTree | null> {
    await this.model.updateOne({ _id: id, clause_tree: { $exists: false } }, { $set: { clause_tree } });
    this.#cache.delete(id);
    return (await this.findById(id))?.clause_tree ?? null;
  }

  /** Revisions by id, in ascending order. */
  override async findMany(ids: readonly number[]): Promise<SealedRevision[]> {
    return (await super.findMany(ids)).sort((a, b) => a._id - b._id);
  }

  /** The revisions of some standards, oldest first. */
  findByStandards(standardIds: readonly number[]): Promise<SealedRevision[]> {
    const filter = { standard_id: { $in: [...standardIds] } };
    return this.findAll(filter, { sort: { standard_id: 1, ordinal: 1 } });
  }

  /** The revision created from an adopted edition. */
  findByAdoptedRevision(standardId: number, adoptedRevisionId: string): Promise<SealedRevision | null> {
    return this.findOne({ 'wiki.adopted_revision_id': adoptedRevisionId, standard_id: standardId });
  }

  /** The revisions created from some adopted editions. */
  findByAdoptedRevisions(
    standardId: number,
    adoptedRevisionIds: readonly string[],
  ): Promise<SealedRevision[]> {
    if (adoptedRevisionIds.length === 0) return Promise.resolve([]);
    return this.findAll({
      'wiki.adopted_revision_id': { $in: [...adoptedRevisionIds] },
      standard_id: standardId,
    });
  }

  /** The revisions created from some adopted editions of any page. */
  findByEditions(adoptedRevisionIds: readonly string[]): Promise<SealedRevision[]> {
    if (adoptedRevisionIds.length === 0) return Promise.resolve([]);
    return this.findAll({ 'wiki.adopted_revision_id': { $in: [...adoptedRevisionIds] } });
  }
}
