/**
 * The sections of a project as one caller sees them. Projects keeps them in its revisions, where they come and go with a draft, so where a
 * project's standard is filed is decided at each read: in a section the caller does not see, or that is gone, it is filed nowhere (X10).
 */
import { categoryPaths } from '../../../shared/categories.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { projectIdOf, type Scope } from '../scope-access.ts';

/** A record that is filed in a category. */
interface CategorisedRecord extends Scope {
  category_id: number | null;
  category_path: string[];
}

/** The names from the top section to each, by its id. */
export type SectionPaths = ReadonlyMap<number, string[]>;

/** The sections of a project that is in the caller's reach. @throws NOT_FOUND for another */
export async function loadSectionPaths(projectId: number, call: Call): Promise<SectionPaths> {
  const { sections } = await call.call('projects.sections.list', { project_id: projectId });
  return categoryPaths(sections);
}

/** The record as it is filed among these sections; one that is of no project stays as it is. */
export function withSectionPath<T extends CategorisedRecord>(record: T, sections: SectionPaths): T {
  if (record.subject_type !== 'project' || record.category_id === null) return record;
  const path = sections.get(record.category_id);
  return path ? { ...record, category_path: path } : { ...record, category_id: null, category_path: [] };
}

/** The record as this caller sees it filed. */
export async function withVisibleCategory<T extends CategorisedRecord>(record: T, call: Call): Promise<T> {
  const projectId = projectIdOf(record);
  if (projectId === null || record.category_id === null) return record;
  const access = await findProjectAccess(projectId, call);
  return withSectionPath(record, access ? await loadSectionPaths(projectId, call) : new Map());
}
