/** Pages and parts of the list of standards, each read in the order of an index. */
import type { Connection } from 'mongoose';
import { createCoalescedLoader } from '../../../shared/kernel/database/batched-reads.ts';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
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

export class StandardLists extends Records<StandardRecord> {
  readonly #listPage = createCoalescedLoader(
    (key: PageQuery) => this.#readPage<StandardRecord>(key, []),
    JSON.stringify,
  );
  readonly #listCompactPage = createCoalescedLoader(
    (key: PageQuery) => this.#readPage<CompactStandardRecord>(key, COMPACT_MEMBERS),
    JSON.stringify,
  );

  constructor(connection: Connection) {
    super(standardCollection(connection));
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
}
