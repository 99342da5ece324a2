/** A part of the whole list of files, which the gateway streams part by part. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { FileRecord } from '../model.ts';
import { presentFile } from '../present.ts';
import type { Files } from '../repository.ts';
import {
  type ListedRevision,
  type ListQuery,
  matchesText,
  toFileFilter,
  toRevisionParams,
} from './list-filter.ts';

type PartEndpoint = (typeof fileReadEndpoints)['files.listPart'];
type ListCursor = NonNullable<ResultOf<PartEndpoint>['next']>;

interface ListedPart {
  /** Null when the caller may view none. */
  revision: ListedRevision | null;
  rows: ResultOf<PartEndpoint>['files'];
  /** Null after the last part. */
  next: ListCursor | null;
}

/** Files of the revision that a part looks at; few of them may match. */
const FILES_PER_PART = 1_000;
/** Most JSON bytes of a part: the gateway keeps it until a slow client has read it. */
const MAX_PART_BYTES = 256 * 1024;

/**
 * The files of a part, newest first, possibly none.
 * @param allowedOn the writes that the caller may do on a file
 * @param after the end of the part before; undefined for the first part
 * @throws NOT_FOUND for a revision that the caller may not view, and when the draft was discarded since the part before
 */
export async function listPart(
  files: Files,
  ctx: RequestContext,
  query: ListQuery,
  { allowedOn, after }: { allowedOn: (file: FileRecord) => string[]; after: ListCursor | undefined },
): Promise<ListedPart> {
  const { revision, file_ids, total } = await ctx.call('projects.fileIds', {
    ...toRevisionParams(query),
    ...(after === undefined ? {} : { before: after.file_id }),
    page: { offset: 0, limit: FILES_PER_PART },
  });
  if (after && revision?.id !== after.revision_id) throw notFound();
  const rows: ListedPart['rows'] = [];
  const last = file_ids.at(-1);
  if (!revision || last === undefined) return { revision, rows, next: null };
  const cursorAt = (file_id: number): ListCursor => ({ file_id, revision_id: revision.id });
  let bytes = 0;
  for await (const file of files.readFiltered(query.projectId, file_ids, toFileFilter(query))) {
    if (!matchesText(file, query)) continue;
    const row = { ...presentFile(file, [revision.id]), allowed_actions: allowedOn(file) };
    bytes += Buffer.byteLength(JSON.stringify(row));
    const previous = rows.at(-1);
    if (previous && bytes > MAX_PART_BYTES) return { revision, rows, next: cursorAt(previous.id) };
    rows.push(row);
  }
  return { revision, rows, next: file_ids.length < total ? cursorAt(last) : null };
}
