/** Filters, orders and cursors of the list of standards, as MongoDB queries. Pure. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { listCursor } from '../../../shared/contracts/standards/listing.ts';
import { sha256 } from '../../../shared/hash.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { escapeRegExp } from '../../../shared/text/escape-regexp.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { Scope } from '../scope-access.ts';
import { LIST_ORDERS, type ListOrder, type StandardRecord } from './model.ts';

export interface StandardListQuery {
  scopes: readonly Scope[];
  library_id?: number | undefined;
  category_id?: number | undefined;
  /** Categories whose standards count as filed in `category_id`. */
  former_category_ids?: readonly number[];
  search?: string | undefined;
  include_deprecated: boolean;
  sort: ListOrder;
  descending: boolean;
}

/** A position in a list, which the gateway sends back for the next part. */
export type ListCursor = Infer<typeof listCursor>;
type MongoFilter = Record<string, unknown>;

export const buildSort = ({ sort, descending }: StandardListQuery): Record<string, 1 | -1> =>
  Object.fromEntries([...LIST_ORDERS[sort], '_id'].map((member) => [member, descending ? -1 : 1] as const));

/**
 * The filter of a list.
 * @param after only the standards after this position
 * @throws VALIDATION_ERROR for a cursor of another list
 */
export function buildListFilter(listing: StandardListQuery, after: ListCursor | null = null): MongoFilter {
  const { scopes, library_id, category_id, former_category_ids = [], search, include_deprecated } = listing;
  const states = include_deprecated ? [false, true] : [false];
  const foldedSearch = search === undefined ? '' : foldName(search);
  const categoryIds = [category_id, ...former_category_ids];
  const ranges = after ? rangesAfter(listing, after) : [{}];
  // Equality on every member before the sort key: each branch is one sorted range of an index. Plain null
  // would be two ranges, null and undefined, and the whole list would be sorted in memory.
  const branches = scopes.map(({ subject_type, subject_id }) => ({
    subject_type,
    subject_id: subject_id ?? { $type: 'null' },
    // A copy that waits for its pin is not listed.
    ...(subject_type === 'project' ? { pin_pending: null } : {}),
  }));
  return {
    $or: branches.flatMap((scope) =>
      states.flatMap((deprecated) => ranges.map((range) => ({ ...scope, deprecated, ...range }))),
    ),
    ...(library_id === undefined ? {} : { library_id }),
    ...(category_id === undefined
      ? {}
      : { category_id: former_category_ids.length === 0 ? category_id : { $in: categoryIds } }),
    ...(foldedSearch === '' ? {} : { search_text: { $regex: escapeRegExp(foldedSearch) } }),
  };
}

/**
 * The position of a row in a list. It is valid for this list only, so that it ends when the rights of the
 * caller change.
 */
export const createCursor = (listing: StandardListQuery, row: StandardRecord): ListCursor => ({
  list: hashListQuery(listing),
  sorted_by: LIST_ORDERS[listing.sort].map((member) => {
    const value = row[member];
    return typeof value === 'string' ? value : value.toISOString();
  }),
  id: row._id,
});

const hashListQuery = (listing: StandardListQuery): string => sha256(JSON.stringify(listing), 'base64url');

/**
 * The rows after a cursor as ranges of an index: equal in the first members of the order, beyond in the next.
 */
function rangesAfter(listing: StandardListQuery, { list, sorted_by, id }: ListCursor): MongoFilter[] {
  const members = LIST_ORDERS[listing.sort];
  if (list !== hashListQuery(listing) || sorted_by.length !== members.length) {
    throw validationError([
      { path: 'after', message: 'The cursor does not belong to this list. Start again from the beginning.' },
    ]);
  }
  const values = sorted_by.map((value) => (listing.sort === 'created_at' ? new Date(value) : value));
  const at = [...members.map((member, index) => [member, values[index]] as const), ['_id', id] as const];
  const beyond = listing.descending ? '$lt' : '$gt';
  return at.map(([member, value], index) => ({
    ...Object.fromEntries(at.slice(0, index)),
    [member]: { [beyond]: value },
  }));
}
