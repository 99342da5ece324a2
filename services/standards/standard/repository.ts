/**
 * Repository of standards: inserts, lookups, pages and parts of lists, counts, and changes of the head record and of
 * the category and library names stored in it. Most deletions are in `../lifecycle/standard-deletion.ts`.
 */
import type { ClientSession, Connection } from 'mongoose';
import { createBatchedFind, createCoalescedLoader } from '../../../shared/kernel/database/batched-reads.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page } from '../../../shared/kernel/database/records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import { foldForSearch, foldName } from '../../../shared/text/names-and-emails.ts';
import { type CategoryPath, toCategoryFields } from '../category/category-path.ts';
import type { Libraries } from '../library/repository.ts';
import { inScopes, type Scope } from '../scope-access.ts';
import {
  buildListFilter,
  buildSort,
  createCursor,
  type ListCursor,
  type StandardListQuery,
} from './list-query.ts';
import {
  COMPACT_MEMBERS,
  type CompactStandardRecord,
  listIndex,
  SEARCH_INDEX,
  type StandardRecord,
  standardCollection,
} from './model.ts';

/** Number of a page, from 1, and its size. */
interface PageRequest {
  page: number;
  size: number;
}

interface PageQuery {
  listing: StandardListQuery;
  at: PageRequest;
}

/** A section as a standard names it. */
interface SectionInUse {
  category_id: number;
  category_key: string;
}

export class Standards extends NumberedRecords<StandardRecord> {
  readonly #findBatched = createBatchedFind(this.model);
  readonly #listPage = createCoalescedLoader(
    (key: PageQuery) => this.#readPage<StandardRecord>(key, []),
    JSON.stringify,
  );
  readonly #listCompactPage = createCoalescedLoader(
    (key: PageQuery) => this.#readPage<CompactStandardRecord>(key, COMPACT_MEMBERS),
    JSON.stringify,
  );

  readonly #libraries: Libraries;

  constructor(connection: Connection, counters: IdCounters, libraries: Libraries) {
    super(standardCollection(connection), counters);
    this.#libraries = libraries;
  }

  /**
   * Stores a new standard with the current name of its library. @throws a duplicate key error when an
   * active standard of the scope has the name
   */
  override async insert(session: ClientSession, record: StandardRecord): Promise<void> {
    const { name } = await this.#libraries.join(session, record.library_id, record._id);
    await super.insert(session, { ...record, library_name: name });
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

  /** The number of standards filed directly in a category. */
  countInCategory(categoryId: number): Promise<number> {
    return this.model.countDocuments({ category_id: categoryId }).exec();
  }

  /** The number of standards filed directly in each of some categories; one without any is left out. */
  async countInCategories(
    session: ClientSession,
    categoryIds: readonly number[],
  ): Promise<Map<number, number>> {
    const rows = await this.model
      .aggregate<{ _id: number; count: number }>([
        { $match: { category_id: { $in: [...categoryIds] } } },
        { $group: { _id: '$category_id', count: { $sum: 1 } } },
      ])
      .session(session);
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  }

  /** Files the standards of a category in another one, or in the same one under its new names. */
  async refileCategory(session: ClientSession, categoryId: number, to: CategoryPath): Promise<void> {
    const update = { $set: toCategoryFields(to), $inc: { changes: 1 } };
    await this.model.updateMany({ category_id: categoryId }, update, { session });
  }

  /** The sections in which standards of a project are filed, each under the names it had then. */
  async listSectionsInUse(projectId: number): Promise<SectionInUse[]> {
    const rows = await this.model
      .find({ subject_type: 'project', subject_id: projectId, category_id: { $ne: null } })
      .select(['category_id', 'category_key'])
      .lean<SectionInUse[]>()
      .exec();
    const byPlace = new Map(rows.map((row) => [`${row.category_id} ${row.category_key}`, row]));
    return [...byPlace.values()];
  }

  /** The standards of a project that are filed in a section, each with the one it was filed in. */
  listFiledInProject(projectId: number): Promise<Pick<StandardRecord, '_id' | 'category_id'>[]> {
    return this.model
      .find({ subject_type: 'project', subject_id: projectId, category_id: { $ne: null } })
      .select(['category_id'])
      .lean<Pick<StandardRecord, '_id' | 'category_id'>[]>()
      .exec();
  }

  /** Changes the section of the standards of a project that are filed in one. */
  async refileSection(
    projectId: number,
    { category_id, category_key }: SectionInUse,
    to: CategoryPath,
  ): Promise<void> {
    await this.model
      .updateMany(
        { subject_type: 'project', subject_id: projectId, category_id, category_key },
        { $set: toCategoryFields(to), $inc: { changes: 1 } },
      )
      .exec();
  }

  /** Updates the name of a library in its standards. */
  async renameLibrary(session: ClientSession, libraryId: number, name: string): Promise<void> {
    const update = { $set: { library_name: name }, $inc: { changes: 1 } };
    await this.model.updateMany({ library_id: libraryId }, update, { session });
  }

  /** Whether a library holds copies of wiki pages. */
  async holdsWikiCopies(libraryId: number): Promise<boolean> {
    const copy = { library_id: libraryId, 'wiki.standard_id': { $exists: true } };
    return (await this.model.exists(copy)) !== null;
  }

  /** A page of a list. Concurrent reads share it: do not modify. */
  listPage(listing: StandardListQuery, at: PageRequest): Promise<Readonly<Page<StandardRecord>>> {
    return this.#listPage({ listing, at });
  }

  /** The same with the members of the compact form. */
  listCompactPage(
    listing: StandardListQuery,
    at: PageRequest,
  ): Promise<Readonly<Page<CompactStandardRecord>>> {
    return this.#listCompactPage({ listing, at });
  }

  /** @param members to read; empty: all */
  async #readPage<T>(
    { listing, at: { page, size } }: PageQuery,
    members: readonly string[],
  ): Promise<Page<T>> {
    if (listing.scopes.length === 0) return { rows: [], total: 0 };
    const [rows, total] = await Promise.all([
      this.#listRows(listing, null)
        .select([...members])
        .skip((page - 1) * size)
        .limit(size)
        .lean<T[]>()
        .exec(),
      this.#count(listing),
    ]);
    return { rows, total };
  }

  /**
   * The rows after a cursor, and the cursor of the next part; null after the last.
   * @throws VALIDATION_ERROR for a cursor of another list
   */
  async listPart(
    listing: StandardListQuery,
    after: ListCursor | null,
    size: number,
  ): Promise<{ rows: StandardRecord[]; next: ListCursor | null }> {
    if (listing.scopes.length === 0) return { rows: [], next: null };
    const rows = await this.#listRows(listing, after)
      .limit(size + 1)
      .exec();
    const last = rows.length > size ? rows[size - 1] : undefined;
    return { rows: rows.slice(0, size), next: last ? createCursor(listing, last) : null };
  }

  /** Texts are searched in their index; without the hint MongoDB reads the records of some scopes. */
  #count(listing: StandardListQuery): Promise<number> {
    const { search, library_id, category_id } = listing;
    const isTextAlone = search !== undefined && library_id === undefined && category_id === undefined;
    const options = isTextAlone ? { hint: SEARCH_INDEX } : {};
    return this.model.countDocuments(buildListFilter(listing), options).exec();
  }

  #listRows(listing: StandardListQuery, after: ListCursor | null) {
    const query = this.model
      .find(buildListFilter(listing, after))
      .sort(buildSort(listing))
      .lean<StandardRecord[]>();
    // With so many ranges and filters the planner would choose another index and sort in memory. The index of
    // categories is better for the few rows of most categories, but not for one with several parts.
    return listing.category_id !== undefined && after === null ? query : query.hint(listIndex(listing.sort));
  }

  /** @throws NOT_FOUND, or a duplicate key error when an active standard of the scope has the name */
  async change(session: ClientSession, id: number, change: Partial<StandardRecord>): Promise<StandardRecord> {
    const changed = await this.update(session, { _id: id }, { $set: change, $inc: { changes: 1 } });
    if (!changed) throw notFound();
    return changed;
  }

  /**
   * Counts a new revision with its stored bytes and applies `change`; false when the number of revisions is no longer
   * `sealedBefore`.
   */
  async advanceRevision(
    session: ClientSession,
    id: number,
    { sealedBefore, bytes }: { sealedBefore: number; bytes: number },
    change: Partial<StandardRecord>,
  ): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id: id, revision_count: sealedBefore },
      { $set: change, $inc: { revision_count: 1, changes: 1, sealed_bytes: bytes } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Counts a copy made of a standard; false when it no longer exists. */
  async countCopy(session: ClientSession, id: number): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id: id },
      { $inc: { copies_made: 1 } },
      { session },
    );
    return matchedCount === 1;
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
