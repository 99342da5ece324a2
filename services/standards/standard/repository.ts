/** Queries on standards. */
import type { ClientSession, Connection } from 'mongoose';
import { createBatchedFind, createCoalescedLoader } from '../../../shared/kernel/database/batched-reads.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page } from '../../../shared/kernel/database/records.ts';
import { foldForSearch, foldName } from '../../../shared/text/names-and-emails.ts';
import { categorySortKey, NO_CATEGORY } from '../category/category-path.ts';
import type { Scope } from '../scope-access.ts';
import { buildListFilter, buildSort, createCursor, type ListCursor, type StandardListQuery } from './list-query.ts';
import { COMPACT_MEMBERS, type CompactStandardRecord, listIndex, type StandardRecord, standardCollection } from './model.ts';

/** A page of a list; the first is 1. */
export interface PageRequest {
  page: number;
  size: number;
}

interface PageQuery {
  listing: StandardListQuery;
  at: PageRequest;
}

export class Standards extends NumberedRecords<StandardRecord> {
  readonly #findBatched = createBatchedFind(this.model);
  readonly #listPage = createCoalescedLoader((key: PageQuery) => this.#readPage<StandardRecord>(key, []), JSON.stringify);
  readonly #listCompactPage = createCoalescedLoader(
    (key: PageQuery) => this.#readPage<CompactStandardRecord>(key, COMPACT_MEMBERS),
    JSON.stringify,
  );

  constructor(connection: Connection, counters: IdCounters) {
    super(standardCollection(connection), counters);
  }

  /** The standard as it is now, in a transaction as its snapshot shows it. */
  find(id: number, session: ClientSession | null = null): Promise<StandardRecord | null> {
    return session === null ? this.#findBatched(id) : this.findById(id, session);
  }

  override findMany(ids: readonly number[]): Promise<StandardRecord[]> {
    return super.findMany(ids);
  }

  /** The active standard of this name in a scope. */
  findActive({ subject_type, subject_id }: Scope, name: string): Promise<StandardRecord | null> {
    return this.findOne({ subject_type, subject_id, folded_name: foldName(name), deprecated: false });
  }

  /** The global library copy of a wiki page. */
  findByWikiStandard(wikiStandardId: string): Promise<StandardRecord | null> {
    return this.findOne({ subject_type: 'global', 'wiki.standard_id': wikiStandardId });
  }

  /** How many standards are filed directly in a category. */
  countInCategory(categoryId: number): Promise<number> {
    return this.model.countDocuments({ category_id: categoryId }).exec();
  }

  /** The sections that standards of a project are filed in. */
  async findUsedSectionIds(projectId: number): Promise<number[]> {
    const rows = await this.model
      .find({ subject_type: 'project', subject_id: projectId, category_id: { $ne: null } })
      .select('category_id')
      .lean<Pick<StandardRecord, 'category_id'>[]>()
      .exec();
    return [...new Set(rows.flatMap(({ category_id }) => (category_id === null ? [] : [category_id])))];
  }

  /** Files nowhere what is filed in sections that are gone for ever. */
  async removeFromSections(projectId: number, sectionIds: readonly number[]): Promise<void> {
    await this.model
      .updateMany(
        { subject_type: 'project', subject_id: projectId, category_id: { $in: [...sectionIds] } },
        { $set: { category_id: null, category_path: [], category_key: categorySortKey(NO_CATEGORY) }, $inc: { changes: 1 } },
      )
      .exec();
  }

  /** A page of a list, with how many standards the whole list has. Shared with other readers: nobody may change it. */
  listPage(listing: StandardListQuery, at: PageRequest): Promise<Readonly<Page<StandardRecord>>> {
    return this.#listPage({ listing, at });
  }

  /** The same with the members that the compact form shows. */
  listCompactPage(listing: StandardListQuery, at: PageRequest): Promise<Readonly<Page<CompactStandardRecord>>> {
    return this.#listCompactPage({ listing, at });
  }

  /** @param members that are read; all, where none are named */
  async #readPage<T>({ listing, at: { page, size } }: PageQuery, members: readonly string[]): Promise<Page<T>> {
    if (listing.scopes.length === 0) return { rows: [], total: 0 };
    const rows = this.#listRows(listing, null)
      .select([...members])
      .skip((page - 1) * size)
      .limit(size)
      .lean<T[]>()
      .exec();
    const [found, total] = await Promise.all([rows, this.model.countDocuments(buildListFilter(listing))]);
    return { rows: found, total };
  }

  /**
   * The next rows of a list after a place in it, and the place they end at; null when they are the last.
   * @throws VALIDATION_ERROR for a place in another list
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

  #listRows(listing: StandardListQuery, after: ListCursor | null) {
    const found = this.model.find(buildListFilter(listing, after)).sort(buildSort(listing)).lean<StandardRecord[]>();
    // Among so many ranges and filters the planner would take another index and sort in memory. A category has one of its own, which is
    // better for the few rows of most; the list of one that goes on has many.
    return listing.category_id !== undefined && after === null ? found : found.hint(listIndex(listing.sort));
  }

  /** Changes members of a standard. @throws a duplicate key error when an active standard of the scope has the name */
  change(session: ClientSession, id: number, change: Partial<StandardRecord>): Promise<StandardRecord | null> {
    return this.update(session, { _id: id }, { $set: change, $inc: { changes: 1 } });
  }

  /** Points to a revision just sealed; false when another was sealed since `sealedBefore` were counted. */
  async advanceRevision(
    session: ClientSession,
    id: number,
    sealedBefore: number,
    change: Partial<StandardRecord>,
  ): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne(
      { _id: id, revision_count: sealedBefore },
      { $set: change, $inc: { revision_count: 1, changes: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Removes a standard that has no revision; false when it has one by now. */
  async deleteIfNeverPublished(session: ClientSession, id: number): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id: id, revision_count: 0 }, { session });
    return deletedCount === 1;
  }
}

/** The members that follow from name and description. */
export const buildNameMembers = (name: string, description: string) => ({
  name: name.trim(),
  folded_name: foldName(name),
  description,
  search_text: foldForSearch(name, description),
});
