/**
 * Handlers that list, download and preview files (document 3, Files; decisions F3–F6). A download is a
 * presigned URL, or the key of the bytes that the gateway sends.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { dispositionHeader } from '../../../shared/storage/content-disposition.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { type FilesResources, fileTier, requireReadableFile } from '../access.ts';
import type { FileRecord } from '../model.ts';
import { presentFile } from '../present.ts';
import type { Files } from '../repository.ts';
import { READING_TIERS } from '../tiers.ts';
import { isSafeInline } from './inline-types.ts';
import { listFiles } from './list-files.ts';

interface Deps {
  files: Files;
  store: ObjectStore;
}

type FileLocator = (typeof fileReadEndpoints)['files.download' | 'files.preview'];

/** Document 1, Limits. */
const PRESIGNED_URL_SECONDS = 120;

/** The handlers that list files and locate the bytes of one. */
export const fileReadActions = ({
  files,
  store,
}: Deps): Handlers<typeof fileReadEndpoints, FilesResources> => {
  /** The bytes of a file, for the gateway or as a presigned URL. */
  async function locate(file: FileRecord, inline: boolean): Promise<ResultOf<FileLocator>> {
    const { key, name, mime_type, size } = file;
    const redirect = await store.presign(key, {
      contentDisposition: dispositionHeader(inline ? 'inline' : 'attachment', name),
      mimeType: mime_type,
      expiresInSeconds: PRESIGNED_URL_SECONDS,
    });
    return redirect === null ? { key, name, mime_type, size, inline } : { redirect };
  }

  return {
    async 'files.list'(params, call, project) {
      const { page = 1, per_page = null } = params;
      const seesAll = fileTier(call, project, READING_TIERS) !== 'base';
      const { revision, rows, total } = await listFiles(files, call, {
        projectId: project.project_id,
        params,
        approvedOrUploadedBy: seesAll ? undefined : call.account.id,
      });
      if (!revision) return { files: [], total: 0, page, per_page, revision: null };
      const shown = rows.map((file) => presentFile(file, [revision.id]));
      return { files: shown, total, page, per_page, revision: { id: revision.id, code: revision.code } };
    },

    async 'files.download'({ fileId }, call, project) {
      const { file } = await requireReadableFile(files, call, project, fileId);
      return locate(file, false);
    },

    async 'files.preview'({ fileId }, call, project) {
      const { file } = await requireReadableFile(files, call, project, fileId);
      return locate(file, isSafeInline(file.mime_type));
    },
  };
};
