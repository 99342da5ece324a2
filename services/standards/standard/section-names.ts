/** Names of categories that are looked up at each read: the sections of a project, which may be renamed in its draft. */
import type { Call } from '../../../shared/kernel/call.ts';
import { accessTo } from '../../../shared/kernel/project-access.ts';
import type { SectionNames } from './present.ts';

/** The names of a project's sections as the caller sees them now; none where the project is out of its reach. */
export async function sectionNames(projectId: number | null, call: Call): Promise<SectionNames> {
  const access = projectId === null ? null : await accessTo(projectId, call);
  if (!access) return new Map();
  const { sections } = await call.call('projects.sections.list', { project_id: access.project_id });
  return new Map(sections.map(({ id, name }) => [id, name]));
}
