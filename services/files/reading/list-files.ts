/**
 * The page of files that `files.list` returns. Projects counts the files of a revision and gives the ids of an unfiltered
 * page, so that it costs the same in a long list; with a filter, the whole list is read.
 */

import type { InputOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { containsFolded, foldName } from '../../../shared/text/names-and-emails.ts';
import type { FileRecord } from '../model.ts';
import type { Files } from '../repository.ts';

type ListParams = InputOf<(typeof fileReadEndpoints)['files.list']>;
type RevisionFiles = ResultOf<(typeof projectInternalActions)['projects.fileIds']>;

/** A list of files and who asks for it. */
interface ListQuery {
  projectId: number;
  params: ListParams;
  /** Set for a caller who sees only the approved files and their own. */
  approvedOrUploadedBy: number | undefined;
}

/** A page with the revision that it is of; null when the caller may view none. */
interface ListedFiles extends Page<FileRecord> {
  revision: RevisionFiles['revision'];
}

/**
 * The files of a page, newest first, with the length of the whole list. @throws NOT_FOUND for a revision that the
 * caller may not view
 */
export async function listFiles(files: Files, call: Call, query: ListQuery): Promise<ListedFiles> {
  const { projectId, params } = query;
  const { revisionId, page = 1, per_page: perPage } = params;
  const range = perPage === undefined ? null : { offset: (page - 1) * perPage, limit: perPage };
  const pageOfIds = isNarrowed(query) ? null : range;
  const { revision, file_ids, total } = await call.call('projects.fileIds', {
    project_id: projectId,
    ...(revisionId === undefined ? {} : { revision_id: revisionId }),
    ...(pageOfIds ? { page: pageOfIds } : {}),
  });
  if (file_ids.length === 0) return { revision, rows: [], total };
  if (pageOfIds) return { revision, rows: await files.listByIds(projectId, file_ids), total };
  const rows = await listMatching(files, file_ids, query);
  const shown = range ? rows.slice(range.offset, range.offset + range.limit) : page === 1 ? rows : [];
  return { revision, rows: shown, total: rows.length };
}

/** Whether fewer files are asked for, or shown, than the revision has. */
const isNarrowed = ({ params, approvedOrUploadedBy }: ListQuery): boolean => {
  const { documentType, status, tag, folderId, mimeType, fileName, search } = params;
  const filters = [documentType, status, tag, folderId, mimeType, fileName, search, approvedOrUploadedBy];
  return filters.some((filter) => filter !== undefined);
};

async function listMatching(
  files: Files,
  fileIds: number[],
  { projectId, params, approvedOrUploadedBy }: ListQuery,
): Promise<FileRecord[]> {
  const { documentType, status, tag, folderId } = params;
  const rows = await files.listFiltered(projectId, fileIds, {
    documentType,
    status,
    tag,
    folderId: folderId === undefined ? undefined : folderId === 'null' ? null : Number(folderId),
    approvedOrUploadedBy,
  });
  return rows.filter((file) => matchesText(file, params));
}

/**
 * Matched here and not in the query, so that the caller's input is always literal text (hardening H4, H5).
 */
function matchesText(
  file: FileRecord,
  { mimeType, fileName, search }: Pick<ListParams, 'mimeType' | 'fileName' | 'search'>,
): boolean {
  const same = (a: string, b: string | undefined): boolean => b === undefined || foldName(a) === foldName(b);
  return (
    same(file.mime_type, mimeType) &&
    same(file.name, fileName) &&
    (search === undefined || containsFolded(file.name, search) || containsFolded(file.description, search))
  );
}
