/**
 * The sections of a project as one caller sees them. Projects keeps them in its revisions, where they come and go with a draft, so where a
 * project's standard is filed is decided at each read: in a section the caller does not see, or that is gone, it is filed nowhere (X10).
 */
import type { Call } from '../../../shared/kernel/call.ts';
import { accessTo } from '../../../shared/kernel/project-access.ts';
import type { CompactRecord, StandardRecord } from '../standard/model.ts';
import { projectOf } from '../subject.ts';

/** The names from the top section to each, by its id. */
export type SectionPaths = ReadonlyMap<number, string[]>;

/** The sections of a project that is in the caller's reach. @throws NOT_FOUND for another */
export async function sectionsOf(projectId: number, call: Call): Promise<SectionPaths> {
  const { sections } = await call.call('projects.sections.list', { project_id: projectId });
  const names = new Map(sections.map(({ id, name }) => [id, name]));
  return new Map(
    sections.map(({ id, name, parent_id }) => {
      const parent = parent_id === null ? undefined : names.get(parent_id);
      return [id, parent === undefined ? [name] : [parent, name]];
    }),
  );
}

/** The record as it is filed among these sections; one that is of no project stays as it is. */
export function filedAmong<T extends CompactRecord>(record: T, sections: SectionPaths): T {
  if (record.subject_type !== 'project' || record.category_id === null) return record;
  const path = sections.get(record.category_id);
  return path ? { ...record, category_path: path } : { ...record, category_id: null, category_path: [] };
}

/** The record as this caller sees it filed. */
export async function filedFor(record: StandardRecord, call: Call): Promise<StandardRecord> {
  const projectId = projectOf(record);
  if (projectId === null || record.category_id === null) return record;
  const access = await accessTo(projectId, call);
  return filedAmong(record, access ? await sectionsOf(projectId, call) : new Map());
}
