/**
 * The page of files that `files.list` returns, and the loader of its project, which brings the ids with one call.
 * Projects counts the files of a revision and gives the ids of an unfiltered page, so that it costs the same in a long
 * list; with a filter, the whole list is read.
 */
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import type { LoadedResource } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { asProjectResource, loadProjectResource } from '../../../shared/projects/project-access.ts';
import type { FilesResources, ListedIds } from '../access.ts';
import type { FileRecord } from '../model.ts';
import type { Files } from '../repository.ts';
import {
  isNarrowed,
  type ListedRevision,
  type ListQuery,
  matchesText,
  toFileFilter,
  toRevisionParams,
} from './list-filter.ts';

type PageParams = ListQuery['params'] & { page?: number; per_page?: number };

interface PageQuery extends ListQuery {
  params: PageParams;
  /** As they were loaded with the project; undefined where the caller may not view the revision. */
  listed: ListedIds | undefined;
}

/** A page with the revision that it is of; null when the caller may view none. */
interface ListedFiles extends Page<FileRecord> {
  revision: ListedRevision | null;
}

const rangeOf = ({ page = 1, per_page: perPage }: PageParams) =>
  perPage === undefined ? null : { offset: (page - 1) * perPage, limit: perPage };

/** The parameters of `projects.fileIds`: of one page, where no filter narrows the list. */
function toIdsRequest(query: Pick<PageQuery, 'projectId' | 'params'>) {
  const page = isNarrowed(query) ? null : rangeOf(query.params);
  return { ...toRevisionParams(query), ...(page ? { page } : {}) };
}

/**
 * The files of a page, newest first, with the length of the whole list. @throws NOT_FOUND for a revision that
 * the caller may not view
 */
export async function listFiles(files: Files, ctx: RequestContext, query: PageQuery): Promise<ListedFiles> {
  const { projectId, params, approvedOrUploadedBy } = query;
  const { page: pageOfIds, ...wholeList } = toIdsRequest(query);
  const isRestricted = approvedOrUploadedBy !== undefined;
  // The tier was not known when the page was asked for.
  const listed = isRestricted && pageOfIds ? undefined : query.listed;
  const { revision, file_ids, total } = listed ?? (await ctx.call('projects.fileIds', wholeList));
  if (file_ids.length === 0) return { revision, rows: [], total };
  if (listed && pageOfIds) return { revision, rows: await files.listByIds(projectId, file_ids), total };
  const candidates = await files.listFiltered(projectId, file_ids, toFileFilter(query));
  const rows = candidates.filter((file) => matchesText(file, query));
  const range = rangeOf(params);
  const { page = 1 } = params;
  const shown = range ? rows.slice(range.offset, range.offset + range.limit) : page === 1 ? rows : [];
  return { revision, rows: shown, total: rows.length };
}

/** Null when the caller has no role on the project. */
export async function loadListedProject(
  { projectId, ...params }: ParamsOf<(typeof fileReadEndpoints)['files.list']>,
  ctx: RequestContext,
): Promise<LoadedResource<FilesResources['project']> | null> {
  try {
    const { access, ...listed } = await ctx.call('projects.fileIds', toIdsRequest({ projectId, params }));
    // During a rolling update a node of the previous release returns no access.
    if (!access) return loadProjectResource(projectId, ctx);
    return asProjectResource(access, { ...access, listed });
  } catch (error) {
    if (!hasErrorCode(error, 'NOT_FOUND')) throw error;
    // Perhaps only the revision is missing, which is checked after the permission on the project.
    return loadProjectResource(projectId, ctx);
  }
}
