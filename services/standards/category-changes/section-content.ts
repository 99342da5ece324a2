/** What a section of a project holds besides the placements in its drafts, which the projects service knows. */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { loadSectionPaths, sectionToChange } from '../category/project-sections.ts';
import type { Standards } from '../standard/repository.ts';

/**
 * The parameters of a change that moves what a section holds: also the standards of the project itself, each with the
 * section that has it now.
 */
export async function sectionWithContent(
  projectId: number,
  sectionId: number,
  standards: Standards,
  ctx: RequestContext,
) {
  const [filed, places] = await Promise.all([
    standards.listFiledInProject(projectId),
    loadSectionPaths(projectId, ctx),
  ]);
  return {
    ...sectionToChange(projectId, sectionId, ctx),
    filed_standards: filed.flatMap(({ _id: standard_id, category_id }) => {
      const section = places.get(category_id ?? 0);
      return section ? [{ standard_id, section_id: section.id }] : [];
    }),
  };
}
