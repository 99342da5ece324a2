/** View of a category. */
import type { CategoryView } from '../../../shared/contracts/category-shapes.ts';
import type { CategoryRecord } from './model.ts';

export function presentCategory(record: CategoryRecord): CategoryView {
  const { _id, name, description, subject_type, subject_id, parent_id, sort_order } = record;
  return { id: _id, name, description, subject_type, subject_id, parent_id, sort_order };
}
