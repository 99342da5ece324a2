/**
 * The sections of a project for one caller. Projects stores them in its revisions, so they appear and
 * disappear with a draft. The section of a standard is therefore resolved at each read: one that is deleted
 * or not visible to the caller counts as no category (X10).
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

/** The names from the top-level section to each section, by its id. */
export type SectionPaths = ReadonlyMap<number, string[]>;

/** The sections of a project. @throws NOT_FOUND when the caller has no access to it */
export async function loadSectionPaths(projectId: number, call: Call): Promise<SectionPaths> {
  const { sections } = await call.call('projects.sections.list', { project_id: projectId });
  return categoryPaths(sections);
}

/** The record with its section among these; a record of another scope is unchanged. */
export function withSectionPath<T extends CategorisedRecord>(record: T, sections: SectionPaths): T {
  if (record.subject_type !== 'project' || record.category_id === null) return record;
  const path = sections.get(record.category_id);
  return path ? { ...record, category_path: path } : { ...record, category_id: null, category_path: [] };
}

/** The record with the section that this caller sees. */
export async function withVisibleCategory<T extends CategorisedRecord>(record: T, call: Call): Promise<T> {
  const projectId = projectIdOf(record);
  if (projectId === null || record.category_id === null) return record;
  const access = await findProjectAccess(projectId, call);
  return withSectionPath(record, access ? await loadSectionPaths(projectId, call) : new Map());
}
