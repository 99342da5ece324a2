/**
 * Handlers that list, download and preview files: pages for callers, and parts for the gateway, which streams the whole
 * list. A download is a presigned URL, or the key of the bytes that the gateway sends. Also two reads for other
 * services: whether a caller may know of a file that it comments on, and the stored bytes of projects.
 */

import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { fileInternalActions } from '../../../shared/contracts/files/internal.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { findProjectAccess, type ProjectAccess } from '../../../shared/projects/project-access.ts';
import { dispositionHeader } from '../../../shared/storage/content-disposition.ts';
import { accountMayViewFile, type FilesResources, fileTier, requireReadableFile } from '../access.ts';
import { allowedOnFiles } from '../allowed-on-file.ts';
import { isSafeInline, servedMimeType } from '../file-types.ts';
import type { FileRecord } from '../model.ts';
import type { FilesService } from '../open-files.ts';
import { presentFile } from '../present.ts';
import { listFiles } from '../reading/list-files.ts';
import type { ListedRevision } from '../reading/list-filter.ts';
import { listPart } from '../reading/list-part.ts';
import { READING_TIERS } from '../tiers.ts';

type ReadContracts = typeof fileReadEndpoints &
  Pick<typeof fileInternalActions, 'files.visibility' | 'files.storedBytes'>;
type FileLocator = (typeof fileReadEndpoints)['files.download' | 'files.preview'];

/** How long a presigned URL works, as the requirements set it. */
const PRESIGNED_URL_SECONDS = 120;

/** The caller, when it sees only the approved files and its own. */
const restrictedTo = (ctx: RequestContext, project: ProjectAccess): number | undefined =>
  fileTier(ctx, project, READING_TIERS) === 'base' ? ctx.account.id : undefined;

const presentRevision = ({ id, code }: ListedRevision) => ({ id, code });

export const fileReadActions = ({ files, store }: FilesService): Handlers<ReadContracts, FilesResources> => {
  /** The bytes of a file, for the gateway or as a presigned URL. */
  async function locate(file: FileRecord, inline: boolean): Promise<ResultOf<FileLocator>> {
    const { key, name, size } = file;
    const mime_type = servedMimeType(file);
    const redirect = await store.presign(key, {
      contentDisposition: dispositionHeader(inline ? 'inline' : 'attachment', name),
      mimeType: mime_type,
      expiresInSeconds: PRESIGNED_URL_SECONDS,
    });
    return redirect === null ? { key, name, mime_type, size, inline } : { redirect };
  }

  return {
    async 'files.list'(params, ctx, project) {
      const { page = 1, per_page = null } = params;
      const allowedOn = allowedOnFiles(ctx, project);
      const { revision, rows, total } = await listFiles(files, ctx, {
        projectId: project.project_id,
        params,
        approvedOrUploadedBy: restrictedTo(ctx, project),
        listed: project.listed,
      });
      // Without per_page there is one page; over HTTP the gateway streams the whole list.
      const shown = per_page === null ? rows.slice(0, MAX_UNPAGED_ROWS) : rows;
      return {
        files: revision
          ? shown.map((file) => ({ ...presentFile(file, [revision.id]), allowed_actions: allowedOn(file) }))
          : [],
        total,
        page,
        per_page,
        truncated: shown.length < rows.length,
        revision: revision && presentRevision(revision),
      };
    },

    async 'files.listPart'({ project_id, after, ...params }, ctx, project) {
      const query = {
        projectId: project_id,
        params,
        approvedOrUploadedBy: restrictedTo(ctx, project),
      };
      const present = { allowedOn: allowedOnFiles(ctx, project), after };
      const { revision, rows, next } = await listPart(files, ctx, query, present);
      return { files: rows, revision: revision && presentRevision(revision), next };
    },

    async 'files.download'({ fileId }, ctx, project) {
      const { file } = await requireReadableFile(files, ctx, project, fileId);
      return locate(file, false);
    },

    async 'files.preview'({ fileId }, ctx, project) {
      const { file } = await requireReadableFile(files, ctx, project, fileId);
      return locate(file, isSafeInline(file.mime_type));
    },

    async 'files.visibility'({ project_id, file_id }, ctx) {
      const [access, file] = await Promise.all([
        findProjectAccess(project_id, ctx),
        files.find(project_id, file_id),
      ]);
      return { visible: access !== null && file !== null && accountMayViewFile(ctx, access, file) };
    },

    'files.storedBytes': async ({ project_ids }) => ({ bytes: await files.sumBytes(project_ids) }),
  };
};
