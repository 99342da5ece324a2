/**
 * Sections of a project as one caller sees them, as categories of its standards. They change with a draft, so
 * the section of a standard is resolved at each read; one that is deleted or not visible counts as no
 * category.
 */
import { categoryPaths } from '../../../shared/category-trees/nesting.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { projectIdOf, type Scope } from '../scope-access.ts';

/** A record that is filed in a category. */
interface CategorisedRecord extends Scope {
  category_id: number | null;
  category_path: string[];
}

/** A section with the names from the top-level one to its own. */
interface SectionPlace {
  id: number;
  path: string[];
}

/** The place of each section by its id. A former section has the place of the one that took its standards. */
export type SectionPaths = ReadonlyMap<number, SectionPlace>;

/** The sections of a project. @throws NOT_FOUND when the caller has no access to it */
export async function loadSectionPaths(projectId: number, ctx: RequestContext): Promise<SectionPaths> {
  const { sections, moves } = await ctx.call('projects.sections.list', { project_id: projectId });
  const paths = categoryPaths(sections);
  const places = new Map([...paths].map(([id, path]) => [id, { id, path }]));
  for (const { from, to } of moves) {
    const path = paths.get(to);
    if (path && !paths.has(from)) places.set(from, { id: to, path });
  }
  return places;
}

/** The former sections whose standards are in this one. */
export const formerSectionIds = (sections: SectionPaths, sectionId: number): number[] =>
  [...sections].filter(([id, place]) => place.id === sectionId && id !== sectionId).map(([id]) => id);

/** The record with its section among these; a record of another scope is unchanged. */
export function withSectionPath<T extends CategorisedRecord>(record: T, sections: SectionPaths): T {
  if (record.subject_type !== 'project' || record.category_id === null) return record;
  const place = sections.get(record.category_id);
  return { ...record, category_id: place?.id ?? null, category_path: place?.path ?? [] };
}

/** The record with the section that this caller sees. */
export async function withVisibleCategory<T extends CategorisedRecord>(
  record: T,
  ctx: RequestContext,
): Promise<T> {
  const projectId = projectIdOf(record);
  if (projectId === null || record.category_id === null) return record;
  const access = await findProjectAccess(projectId, ctx);
  return withSectionPath(record, access ? await loadSectionPaths(projectId, ctx) : new Map());
}
