/**
 * The page of files that `files.list` returns. An unfiltered page is taken from the ids of the revision, so that
 * it costs the same in a long list; with a filter, the whole list is read.
 */

import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import { containsFolded, foldName } from '../../../shared/text/names-and-emails.ts';
import type { FileRecord } from '../model.ts';
import type { Files } from '../repository.ts';

type ListParams = InputOf<(typeof fileReadEndpoints)['files.list']>;

/** A list of files and who asks for it. */
interface ListQuery {
  projectId: number;
  /** The files of the revision, oldest first. */
  fileIds: readonly number[];
  params: ListParams;
  /** Set for a caller who sees the approved files and their own alone. */
  approvedOrUploadedBy: number | undefined;
}

/** The files of a page, newest first, with the length of the whole list. */
export async function listFiles(files: Files, query: ListQuery): Promise<Page<FileRecord>> {
  const { projectId, params } = query;
  const { revisionId, page = 1, per_page: perPage } = params;
  const pageOf = <T>(list: readonly T[]): T[] =>
    perPage === undefined ? (page === 1 ? [...list] : []) : list.slice((page - 1) * perPage, page * perPage);
  if (perPage === undefined || isNarrowed(query)) {
    const rows = await listMatching(files, query);
    return { rows: pageOf(rows), total: rows.length };
  }
  // The default list omits deleted files; a revision that is named shows them (F4, F6).
  const deleted = revisionId === undefined ? await files.listDeletedIds(projectId) : new Set<number>();
  const ids = query.fileIds.filter((id) => !deleted.has(id)).reverse();
  return { rows: await files.listByIds(projectId, pageOf(ids)), total: ids.length };
}

/** Whether fewer files are asked for, or shown, than the revision has. */
const isNarrowed = ({ params, approvedOrUploadedBy }: ListQuery): boolean => {
  const { documentType, status, tag, folderId, mimeType, fileName, search } = params;
  const filters = [documentType, status, tag, folderId, mimeType, fileName, search, approvedOrUploadedBy];
  return filters.some((filter) => filter !== undefined);
};

async function listMatching(
  files: Files,
  { projectId, fileIds, params, approvedOrUploadedBy }: ListQuery,
): Promise<FileRecord[]> {
  const { revisionId, documentType, status, tag, folderId } = params;
  const rows = await files.listFiltered(projectId, [...fileIds], {
    documentType,
    status,
    tag,
    folderId: folderId === undefined ? undefined : folderId === 'null' ? null : Number(folderId),
    approvedOrUploadedBy,
    withDeleted: revisionId !== undefined,
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
