/**
 * Record, version and collection of standards, the members of the compact form, and the orders of their
 * list with the indexes. Contents are stored with revisions and working copies.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { Citation } from '../../../shared/markup/page-references.ts';
import type { Scope } from '../scope-access.ts';

/** The wiki page and edition of which a global standard is the library copy. */
export interface WikiLink {
  standard_id: string;
  adopted_revision_id: string;
}

/** A copy that waits for the draft of a project to pin it. */
export interface PinPending {
  /** The change of the draft, whose outcome projects knows. */
  change_id: string;
  at: Date;
}

/** A cited page. One page has several of these when the texts that cite it are withheld at different times. */
export interface ReadableCitation extends Citation {
  /** When the citing text becomes withheld; absent: no hold withholds it. */
  withheld_from?: Date;
}

export interface StandardRecord {
  _id: number;
  name: string;
  folded_name: string;
  description: string;
  /** Name and description, folded for search. */
  search_text: string;
  subject_type: Scope['subject_type'];
  subject_id: number | null;
  category_id: number | null;
  /** Names from the top-level category to its own, copied so that lists and reads need no further query. */
  category_path: string[];
  category_key: string;
  library_id: number;
  library_name: string;
  current_revision: { id: number; code: string } | null;
  /** Content hash of the current revision. */
  content_hash: string | null;
  /** Number of changes of the record, publications included. */
  changes: number;
  /** Number of revisions, and the code of the last one. */
  revision_count: number;
  newest_code: string | null;
  /** The stored bytes of its revisions, as they count against a quota; absent before the first revision. */
  sealed_bytes?: number;
  /** Tags of the current revision. */
  tags: string[];
  /** Citations in the current revision, under its holds; absent before the first revision. */
  citations?: ReadableCitation[];
  deprecated: boolean;
  deprecated_at: Date | null;
  deprecated_reason: string | null;
  /**
   * Number of copies ever created of it; absent before the first. Each copy writes it, so that none is created
   * while the standard is deleted.
   */
  copies_made?: number;
  /** The wiki page whose adopted editions it has clauses of: a library copy of it, or a copy of one. */
  page_id?: string;
  /** The version of the holds of that page; absent while there are none, so that nothing is looked up. */
  holds_version?: number;
  customized_from_revision_id: number | null;
  /**
   * Only in copies of a deleted standard, so that holds on its clauses still reach them; never shown to callers. Where
   * the deleted standard had clauses of a wiki page, its revision that the copy had merged. Otherwise the source of the
   * deleted standard.
   */
  descends_from_revision_id?: number;
  /** The revision of the source that was merged last; null for a standard that follows no source. */
  parent_current_revision_id: number | null;
  last_seen_source_revision_id: number | null;
  /** Absent rather than null, for the partial index that allows one copy per page. */
  wiki?: WikiLink;
  /** Hidden until the draft pins it; then absent. */
  pin_pending?: PinPending;
  created_by: Person | null;
  created_at: Date;
  updated_by: Person | null;
  updated_at: Date;
}

export const COMPACT_MEMBERS = [
  '_id',
  'name',
  'description',
  'subject_type',
  'subject_id',
  'library_id',
  'library_name',
  'category_id',
  'category_path',
  'current_revision',
] as const;

export type CompactStandardRecord = Pick<StandardRecord, (typeof COMPACT_MEMBERS)[number]>;

/** The version of the head record, for `If-Match`. */
export const standardVersion = ({ changes }: StandardRecord): string => String(changes);

/** The orders of the list; equal rows are ordered by id. */
export const LIST_ORDERS = {
  category: ['category_key', 'folded_name'],
  name: ['folded_name'],
  created_at: ['created_at'],
} as const;

export type ListOrder = keyof typeof LIST_ORDERS;

/** The index of an order: the active and the deprecated standards of a scope are one range each. */
export const listIndex = (order: ListOrder): Record<string, 1> => ({
  subject_type: 1,
  subject_id: 1,
  deprecated: 1,
  ...Object.fromEntries(LIST_ORDERS[order].map((member) => [member, 1] as const)),
  _id: 1,
});

/** The texts of a scope in which a list searches: their matches are counted without reading the records. */
export const SEARCH_INDEX = { subject_type: 1, subject_id: 1, deprecated: 1, search_text: 1 } as const;

export const standardCollection = defineCollection<StandardRecord>('standards', [
  // One active standard of a name per scope.
  [
    { subject_type: 1, subject_id: 1, folded_name: 1 },
    { unique: true, partialFilterExpression: { deprecated: false } },
  ],
  [listIndex('category')],
  [listIndex('name')],
  [listIndex('created_at')],
  [SEARCH_INDEX],
  // A covering index: the bytes of a scope are added up without reading the records.
  [{ subject_type: 1, subject_id: 1, sealed_bytes: 1 }],
  [{ category_id: 1 }],
  [{ library_id: 1 }],
  [{ customized_from_revision_id: 1 }],
  [{ page_id: 1 }, { partialFilterExpression: { page_id: { $exists: true } } }],
  [
    { descends_from_revision_id: 1 },
    { partialFilterExpression: { descends_from_revision_id: { $exists: true } } },
  ],
  [{ 'citations.page': 1, subject_type: 1, subject_id: 1, deprecated: 1, folded_name: 1, _id: 1 }],
  [{ 'pin_pending.at': 1 }, { partialFilterExpression: { 'pin_pending.at': { $exists: true } } }],
  [
    { 'wiki.standard_id': 1 },
    {
      unique: true,
      partialFilterExpression: { subject_type: 'global', 'wiki.standard_id': { $exists: true } },
    },
  ],
]);
