/** Standards as they are stored: the head record; content stands with revisions and working copies. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';
import type { Scope } from '../scope-access.ts';

/** The wiki page a global standard is the library copy of. */
export interface WikiLink {
  standard_id: string;
  adopted_revision_id: string;
}

export interface StandardRecord {
  _id: number;
  name: string;
  folded_name: string;
  description: string;
  /** Name and description folded, for the search of the list. */
  search_text: string;
  subject_type: Scope['subject_type'];
  subject_id: number | null;
  category_id: number | null;
  /** Names from the top category to its own, kept here so that a list and a read ask nobody. */
  category_path: string[];
  category_key: string;
  library_id: number;
  library_name: string;
  current_revision: { id: number; code: string } | null;
  /** Of the current revision. */
  content_hash: string | null;
  /** How often the record changed, publishing included. */
  changes: number;
  /** How many revisions were saved, and the code of the last one. */
  revision_count: number;
  newest_code: string | null;
  /** Of the current revision. */
  tags: string[];
  deprecated: boolean;
  deprecated_at: Date | null;
  deprecated_reason: string | null;
  customized_from_revision_id: number | null;
  parent_current_revision_id: number | null;
  last_seen_source_revision_id: number | null;
  /** Absent rather than null, so that a partial index can hold to one copy per page. */
  wiki?: WikiLink;
  created_by: Person | null;
  created_at: Date;
  updated_by: Person | null;
  updated_at: Date;
}

/** What the compact form of a standard shows. */
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

/** The version of the head record, which `If-Match` names. */
export const standardVersion = ({ changes }: StandardRecord): string => String(changes);

/** The orders of the list; the id decides between equals. */
export const LIST_ORDERS = {
  category: ['category_key', 'folded_name'],
  name: ['folded_name'],
  created_at: ['created_at'],
} as const;

export type ListOrder = keyof typeof LIST_ORDERS;

/** The index of an order: each scope, and what is deprecated in it, is one range of it. */
export const listIndex = (order: ListOrder): Record<string, 1> => ({
  subject_type: 1,
  subject_id: 1,
  deprecated: 1,
  ...Object.fromEntries(LIST_ORDERS[order].map((member) => [member, 1] as const)),
  _id: 1,
});

/** The collection of standards. */
export const standardCollection = defineCollection<StandardRecord>('standards', [
  // One active standard of a name in a scope.
  [
    { subject_type: 1, subject_id: 1, folded_name: 1 },
    { unique: true, partialFilterExpression: { deprecated: false } },
  ],
  [listIndex('category')],
  [listIndex('name')],
  [listIndex('created_at')],
  [{ category_id: 1 }],
  [
    { 'wiki.standard_id': 1 },
    { unique: true, partialFilterExpression: { subject_type: 'global', 'wiki.standard_id': { $exists: true } } },
  ],
]);
