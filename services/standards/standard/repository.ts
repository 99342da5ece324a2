/**
 * Repository of standards: inserts, lookups and changes of the head record. Lists are in `standard-lists.ts`, the
 * category and library of standards in `standards-by-category.ts`, most deletions in `../lifecycle/standard-deletion.ts`.
 */
import type { ClientSession, Connection } from 'mongoose';
import { createBatchedFind } from '../../../shared/kernel/database/batched-reads.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../../shared/kernel/database/records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import { foldForSearch, foldName } from '../../../shared/text/names-and-emails.ts';
import type { Libraries } from '../library/repository.ts';
import { inScopes, type Scope } from '../scope-access.ts';
import { type ReadableCitation, type StandardRecord, standardCollection } from './model.ts';

export class Standards extends NumberedRecords<StandardRecord> {
  readonly #findBatched = createBatchedFind<StandardRecord>((ids) => this.findMany(ids));
  readonly #libraries: Libraries;

  constructor(connection: Connection, counters: IdCounters, libraries: Libraries) {
    super(standardCollection(connection), counters);
    this.#libraries = libraries;
  }

  /**
   * Stores a new standard with the current name of its library. @returns what is stored @throws a duplicate key error when
   * an active standard of the scope has the name
   */
  async add(session: ClientSession, record: StandardRecord): Promise<StandardRecord> {
    const { name } = await this.#libraries.join(session, record.library_id, record._id);
    const stored = { ...record, library_name: name };
    await this.insert(session, stored);
    return stored;
  }

  /** Outside a transaction, concurrent reads share one query. */
  find(id: number, session: ClientSession | null = null): Promise<StandardRecord | null> {
    return session === null ? this.#findBatched(id) : this.findById(id, session);
  }

  findActive({ subject_type, subject_id }: Scope, name: string): Promise<StandardRecord | null> {
    return this.findOne({ subject_type, subject_id, folded_name: foldName(name), deprecated: false });
  }

  /** The global library copy of a wiki page. */
  findByWikiStandard(
    wikiStandardId: string,
    session: ClientSession | null = null,
  ): Promise<StandardRecord | null> {
    return this.findOne({ subject_type: 'global', 'wiki.standard_id': wikiStandardId }, session);
  }

  /** The global library copies of some wiki pages; pages without one are left out. */
  findByWikiStandards(wikiStandardIds: readonly string[]): Promise<StandardRecord[]> {
    if (wikiStandardIds.length === 0) return Promise.resolve([]);
    return this.findAll({ subject_type: 'global', 'wiki.standard_id': { $in: [...wikiStandardIds] } });
  }

  /** The stored bytes of the revisions in some scopes. */
  sumSealedBytes(scopes: readonly Scope[]): Promise<number> {
    return this.sum(inScopes(scopes), 'sealed_bytes');
  }

  /** @throws NOT_FOUND, or a duplicate key error when an active standard of the scope has the name */
  async change(session: ClientSession, id: number, change: Partial<StandardRecord>): Promise<StandardRecord> {
    const changed = await this.update(session, { _id: id }, { $set: change, $inc: { changes: 1 } });
    if (!changed) throw notFound();
    return changed;
  }

  /**
   * Counts a new revision with its stored bytes and applies `change`; null when the standard has changed since it was
   * read.
   */
  advanceRevision(
    session: ClientSession,
    { _id, changes }: Pick<StandardRecord, '_id' | 'changes'>,
    bytes: number,
    change: Partial<StandardRecord>,
  ): Promise<StandardRecord | null> {
    const counted = { revision_count: 1, changes: 1, sealed_bytes: bytes };
    return this.update(session, { _id, changes }, { $set: change, $inc: counted });
  }

  /** Replaces the citations of a revision while it is the current one. */
  async replaceCitations(
    session: ClientSession,
    revision: { _id: number; standard_id: number },
    citations: ReadableCitation[],
  ): Promise<void> {
    const filter = { _id: revision.standard_id, 'current_revision.id': revision._id };
    await this.model.updateOne(filter, { $set: { citations } }, { session });
  }

  /** Counts a copy made of a standard; null when it no longer exists. */
  countCopy(session: ClientSession, id: number): Promise<StandardRecord | null> {
    return this.update(session, { _id: id }, { $inc: { copies_made: 1 } });
  }

  /** The copies that have waited since before a time for a draft to pin them. */
  listPinPending(before: Date): Promise<StandardRecord[]> {
    return this.findAll({ 'pin_pending.at': { $lt: before } });
  }

  /** Shows a copy that a draft has pinned. */
  async endPinPending(session: ClientSession, id: number): Promise<void> {
    await this.model.updateOne({ _id: id }, { $unset: { pin_pending: 1 } }, { session });
  }

  /** False when the standard has a revision. */
  async deleteIfNeverPublished(session: ClientSession, id: number): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id: id, revision_count: 0 }, { session });
    return deletedCount === 1;
  }
}

/** The members derived from name and description. */
export const buildNameMembers = (name: string, description: string) => ({
  name: name.trim(),
  folded_name: foldName(name),
  description,
  search_text: foldForSearch(name, description),
});
