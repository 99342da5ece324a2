/**
 * The page of files that `files.list` returns. Projects counts the files of a revision and gives the ids of an
 * unfiltered page, so that it costs the same in a long list; with a filter, the whole list is read.
 */
import type { Page } from '../../../shared/kernel/database/records.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
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

interface PageQuery extends ListQuery {
  params: ListQuery['params'] & { page?: number; per_page?: number };
}

/** A page with the revision that it is of; null when the caller may view none. */
interface ListedFiles extends Page<FileRecord> {
  revision: ListedRevision | null;
}

/**
 * The files of a page, newest first, with the length of the whole list. @throws NOT_FOUND for a revision that
 * the caller may not view
 */
export async function listFiles(files: Files, call: Call, query: PageQuery): Promise<ListedFiles> {
  const { projectId, params } = query;
  const { page = 1, per_page: perPage } = params;
  const range = perPage === undefined ? null : { offset: (page - 1) * perPage, limit: perPage };
  const pageOfIds = isNarrowed(query) ? null : range;
  const { revision, file_ids, total } = await call.call('projects.fileIds', {
    ...toRevisionParams(query),
    ...(pageOfIds ? { page: pageOfIds } : {}),
  });
  if (file_ids.length === 0) return { revision, rows: [], total };
  if (pageOfIds) return { revision, rows: await files.listByIds(projectId, file_ids), total };
  const candidates = await files.listFiltered(projectId, file_ids, toFileFilter(query));
  const rows = candidates.filter((file) => matchesText(file, query));
  const shown = range ? rows.slice(range.offset, range.offset + range.limit) : page === 1 ? rows : [];
  return { revision, rows: shown, total: rows.length };
}
