/**
 * Filter of the list of files of a project revision: the part that the database applies, and the search of texts,
 * which is applied here.
 */
import type { InputOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import { containsFolded, foldName } from '../../../shared/text/names-and-emails.ts';
import { canonicalMimeType } from '../file-types.ts';
import type { FileRecord } from '../model.ts';
import type { FileFilter } from '../repository.ts';

type FilterParams = Omit<InputOf<(typeof fileReadEndpoints)['files.listPart']>, 'project_id' | 'after'>;
export type ListedRevision = NonNullable<
  ResultOf<(typeof projectInternalActions)['projects.fileIds']>['revision']
>;

/** A list of files, and the limits of its caller. */
export interface ListQuery {
  projectId: number;
  params: FilterParams;
  /** Set for a caller who sees only the approved files and their own. */
  approvedOrUploadedBy: number | undefined;
}

/** The revision of a list, for `projects.fileIds`. */
export const toRevisionParams = ({
  projectId,
  params: { revisionId },
}: Pick<ListQuery, 'projectId' | 'params'>) => ({
  project_id: projectId,
  ...(revisionId === undefined ? {} : { revision_id: revisionId }),
});

/** Whether a filter narrows the list. */
export function isNarrowed({ params }: Pick<ListQuery, 'params'>): boolean {
  const { documentType, status, tag, folderId, mimeType, fileName, search } = params;
  const filters = [documentType, status, tag, folderId, mimeType, fileName, search];
  return filters.some((filter) => filter !== undefined);
}

/** The filter in the database. */
export function toFileFilter({ params, approvedOrUploadedBy }: ListQuery): FileFilter {
  const { documentType, status, tag, folderId } = params;
  return {
    documentType,
    status,
    tag,
    folderId: folderId === undefined ? undefined : folderId === 'null' ? null : Number(folderId),
    approvedOrUploadedBy,
  };
}

/**
 * Matched here and not in the query, so that the caller's input is always literal text.
 */
export function matchesText(
  file: FileRecord,
  { params: { mimeType, fileName, search } }: Pick<ListQuery, 'params'>,
): boolean {
  const same = (a: string, b: string | undefined): boolean => b === undefined || foldName(a) === foldName(b);
  return (
    (mimeType === undefined || canonicalMimeType(file.mime_type) === canonicalMimeType(mimeType)) &&
    same(file.name, fileName) &&
    (search === undefined || containsFolded(file.name, search) || containsFolded(file.description, search))
  );
}
