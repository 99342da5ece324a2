/** Queries on standards. */
import type { ClientSession, Connection } from 'mongoose';
import { createBatchedFind, createCoalescedLoader } from '../../../shared/kernel/database/batched-reads.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { insertRaw } from '../../../shared/kernel/database/mongo.ts';
import { foldForSearch, foldName } from '../../../shared/text/names-and-emails.ts';
import { categorySortKey, NO_CATEGORY } from '../category/category-path.ts';
import type { Scope } from '../scope-access.ts';
import { buildListFilter, buildSort, createCursor, type ListCursor, type StandardListQuery } from './list-query.ts';
import { COMPACT_MEMBERS, type CompactStandardRecord, listIndex, type StandardRecord, standardModel } from './model.ts';

/** A page of a list; the first is 1. */
export interface PageRequest {
  page: number;
  size: number;
}

interface PageQuery {
  listing: StandardListQuery;
  at: PageRequest;
}

export interface Page<T> {
  rows: readonly T[];
  total: number;
}

export class Standards {
  readonly #standards: ReturnType<typeof standardModel>;
  readonly #counters: IdCounters;
  readonly #findOne: (id: number) => Promise<StandardRecord | null>;
  readonly #page = createCoalescedLoader((key: PageQuery) => this.#readPage<StandardRecord>(key, []), JSON.stringify);
  readonly #compactPage = createCoalescedLoader(
    (key: PageQuery) => this.#readPage<CompactStandardRecord>(key, COMPACT_MEMBERS),
    JSON.stringify,
  );

  constructor(connection: Connection, counters: IdCounters) {
    this.#standards = standardModel(connection);
    this.#findOne = createBatchedFind(this.#standards);
    this.#counters = counters;
  }

  /** An id for a new standard; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('standards');
  }

  /** The standard as it is now, within a transaction as that sees it. */
  find(id: number, session: ClientSession | null = null): Promise<StandardRecord | null> {
    if (session === null) return this.#findOne(id);
    return this.#standards.findById(id).session(session).lean<StandardRecord>().exec();
  }

  findMany(ids: readonly number[]): Promise<StandardRecord[]> {
    return this.#standards
      .find({ _id: { $in: [...ids] } })
      .lean<StandardRecord[]>()
      .exec();
  }

  /** The active standard that bears a name in a scope. */
  findActive({ subject_type, subject_id }: Scope, name: string): Promise<StandardRecord | null> {
    return this.#standards
      .findOne({ subject_type, subject_id, folded_name: foldName(name), deprecated: false })
      .lean<StandardRecord>()
      .exec();
  }

  /** The global library copy of a wiki page. */
  findByWikiStandard(wikiStandardId: string): Promise<StandardRecord | null> {
    return this.#standards.findOne({ subject_type: 'global', 'wiki.standard_id': wikiStandardId }).lean<StandardRecord>().exec();
  }

  /** How many standards are filed directly in a category. */
  countInCategory(categoryId: number): Promise<number> {
    return this.#standards.countDocuments({ category_id: categoryId }).exec();
  }

  /** The sections that standards of a project are filed in. */
  async findUsedSectionIds(projectId: number): Promise<number[]> {
    const rows = await this.#standards
      .find({ subject_type: 'project', subject_id: projectId, category_id: { $ne: null } })
      .select('category_id')
      .lean<Pick<StandardRecord, 'category_id'>[]>()
      .exec();
    return [...new Set(rows.flatMap(({ category_id }) => (category_id === null ? [] : [category_id])))];
  }

  /** Files nowhere what is filed in sections that are gone for ever. */
  async removeFromSections(projectId: number, sectionIds: readonly number[]): Promise<void> {
    await this.#standards
      .updateMany(
        { subject_type: 'project', subject_id: projectId, category_id: { $in: [...sectionIds] } },
        { $set: { category_id: null, category_path: [], category_key: categorySortKey(NO_CATEGORY) }, $inc: { changes: 1 } },
      )
      .exec();
  }

  /** A page of a list, with how many standards the whole list has. Shared with other readers: nobody may change it. */
  page(listing: StandardListQuery, at: PageRequest): Promise<Page<StandardRecord>> {
    return this.#page({ listing, at });
  }

  /** The same with the members that the compact form shows. */
  compactPage(listing: StandardListQuery, at: PageRequest): Promise<Page<CompactStandardRecord>> {
    return this.#compactPage({ listing, at });
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
    const [found, total] = await Promise.all([rows, this.#standards.countDocuments(buildListFilter(listing))]);
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
    const found = this.#standards.find(buildListFilter(listing, after)).sort(buildSort(listing)).lean<StandardRecord[]>();
    // Among so many ranges and filters the planner would take another index and sort in memory. A category has one of its own, which is
    // better for the few rows of most; the list of one that goes on has many.
    return listing.category_id !== undefined && after === null ? found : found.hint(listIndex(listing.sort));
  }

  /** @throws a duplicate key error when an active standard of the scope has the name */
  async add(session: ClientSession, standard: StandardRecord): Promise<void> {
    await insertRaw(this.#standards, standard, session);
  }

  /** Changes members; a changed name or description also changes what the list searches in. @throws like `add` */
  update(session: ClientSession, id: number, change: Partial<StandardRecord>): Promise<StandardRecord | null> {
    return this.#standards
      .findOneAndUpdate({ _id: id }, { $set: change, $inc: { changes: 1 } }, { session, returnDocument: 'after' })
      .lean<StandardRecord>()
      .exec();
  }

  /** Points to a revision just sealed; false when another was sealed since `sealedBefore` were counted. */
  async advanceRevision(
    session: ClientSession,
    id: number,
    sealedBefore: number,
    change: Partial<StandardRecord>,
  ): Promise<boolean> {
    const { matchedCount } = await this.#standards.updateOne(
      { _id: id, revision_count: sealedBefore },
      { $set: change, $inc: { revision_count: 1, changes: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Removes a standard that has no revision; false when it has one by now. */
  async deleteIfNeverPublished(session: ClientSession, id: number): Promise<boolean> {
    const { deletedCount } = await this.#standards.deleteOne({ _id: id, revision_count: 0 }, { session });
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
