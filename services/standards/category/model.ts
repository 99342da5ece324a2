/**
 * Record, view and collection of the categories of a scope: global, of a company or of a user. Those of a project are
 * sections instead, stored by projects.
 */
import type { CategoryView } from '../../../shared/contracts/category-shapes.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Scope } from '../scope-access.ts';

export interface CategoryRecord {
  _id: number;
  name: string;
  folded_name: string;
  description: string;
  subject_type: Scope['subject_type'];
  subject_id: number | null;
  /** A top-level category of the same scope; null: this one is top-level. */
  parent_id: number | null;
  sort_order: number;
  created_at: Date;
  /**
   * Incremented by each transaction that files something in the category or depends on it, so that it conflicts
   * with one that renames, moves or deletes the category. Absent before the first.
   */
  uses?: number;
}

export const categoryCollection = defineCollection<CategoryRecord>('categories', [
  [{ subject_type: 1, subject_id: 1, parent_id: 1, folded_name: 1 }, { unique: true }],
  [{ subject_type: 1, subject_id: 1, sort_order: 1, folded_name: 1, _id: 1 }],
]);

/** The view of a category. */
export function presentCategory(record: CategoryRecord): CategoryView {
  const { _id, name, description, subject_type, subject_id, parent_id, sort_order } = record;
  return { id: _id, name, description, subject_type, subject_id, parent_id, sort_order };
}
