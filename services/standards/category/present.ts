/** Views of categories: stored ones, and sections of projects in the same shape. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { sectionActionContracts } from '../../../shared/contracts/projects/sections.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { categoryView } from '../../../shared/contracts/standards/shapes.ts';
import type { CategoryRecord } from './model.ts';

export type CategoryView = Infer<typeof categoryView>;
/** A section as returned by projects. */
type ProjectSectionRow = ResultOf<(typeof sectionActionContracts)['projects.sections.create']>['section'];

export function presentCategory(record: CategoryRecord): CategoryView {
  const { _id, name, description, subject_type, subject_id, parent_id, sort_order } = record;
  return { id: _id, name, description, subject_type, subject_id, parent_id, sort_order };
}

/** A section in the form of a category. */
export const presentSectionAsCategory = ({ project_id, ...section }: ProjectSectionRow): CategoryView => ({
  ...section,
  subject_type: 'project',
  subject_id: project_id,
});
