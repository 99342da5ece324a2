/** Loads a project for the list of its files with one call, which brings their ids too. */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import type { LoadedResource } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { asProjectResource, loadProjectResource } from '../../../shared/projects/project-access.ts';
import type { FilesResources } from '../access.ts';
import { toIdsRequest } from './list-files.ts';

/** Null when the caller has no role on the project. */
export async function loadListedProject(
  { projectId, ...params }: ParamsOf<(typeof fileReadEndpoints)['files.list']>,
  ctx: RequestContext,
): Promise<LoadedResource<FilesResources['project']> | null> {
  try {
    const { access, ...listed } = await ctx.call('projects.fileIds', toIdsRequest({ projectId, params }));
    // A node of the release before, while all are replaced, does not give the access.
    if (!access) return loadProjectResource(projectId, ctx);
    return asProjectResource(access, { ...access, listed });
  } catch (error) {
    if (!hasErrorCode(error, 'NOT_FOUND')) throw error;
    // Perhaps only the revision is, which is looked for after the permission on the project.
    return loadProjectResource(projectId, ctx);
  }
}
