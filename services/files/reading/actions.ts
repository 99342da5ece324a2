/** Listing and downloading (document 3, Files; decisions F3–F6). */
import type { fileReadEndpoints } from '../../../shared/contracts/files/reading.ts';
import { hasErrorCode, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { ProjectAccess } from '../../../shared/projects/project-access.ts';
import { attachmentHeader } from '../../../shared/storage/content-disposition.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { containsFolded, foldName } from '../../../shared/text/names-and-emails.ts';
import { canViewAllFiles, canViewFile, type FilesResources } from '../access.ts';
import type { FileRecord } from '../model.ts';
import { presentFile } from '../present.ts';
import type { Files } from '../repository.ts';

interface Deps {
  files: Files;
  store: ObjectStore;
}

/** Document 1, Limits. */
const PRESIGNED_URL_SECONDS = 120;

/** The handlers that list files and say where the bytes of one are. */
export const fileReadActions = ({ files, store }: Deps): Handlers<typeof fileReadEndpoints, FilesResources> => ({
  async 'files.list'(params, call, project) {
    const { revisionId, documentType, status, tag, folderId } = params;
    const { project_id } = project;
    const { revision, files: held } = await call.call('projects.holding', {
      project_id,
      ...(revisionId === undefined ? {} : { revision_id: revisionId }),
    });
    if (!revision) return { files: [], total: 0, revision: null };
    const rows = await files.listFiltered(
      project_id,
      held.map(({ file_id }) => file_id),
      {
        ...(documentType === undefined ? {} : { documentType }),
        ...(status === undefined ? {} : { status }),
        ...(tag === undefined ? {} : { tag }),
        ...(folderId === undefined ? {} : { folderId: folderId === 'null' ? null : Number(folderId) }),
        ...(canViewAllFiles(call, project) ? {} : { approvedOrUploadedBy: call.userPrincipal.user.id }),
      },
    );
    const shown = rows.filter((file) => matchesText(file, params)).map((file) => presentFile(file, revision.id));
    return { files: shown, total: shown.length, revision: { id: revision.id, code: revision.code } };
  },

  async 'files.download'({ projectId, fileId }, call, project) {
    const file = await files.find(projectId, fileId);
    if (!file || !canViewFile(call, project, file) || !(await isInReadableRevision(call, project, file))) throw notFound();
    const { key, name, mime_type, size } = file;
    const redirect = await store.presign(key, {
      contentDisposition: attachmentHeader(name),
      mimeType: mime_type,
      expiresInSeconds: PRESIGNED_URL_SECONDS,
    });
    return redirect === null ? { key, name, mime_type, size } : { redirect };
  },
});

interface TextFilter {
  mimeType?: string;
  fileName?: string;
  search?: string;
}

/** Here and not in the query, so that what a caller sends is always a literal text (hardening H4, H5). */
function matchesText(file: FileRecord, { mimeType, fileName, search }: TextFilter): boolean {
  const same = (a: string, b: string | undefined): boolean => b === undefined || foldName(a) === foldName(b);
  return (
    same(file.mime_type, mimeType) &&
    same(file.name, fileName) &&
    (search === undefined || containsFolded(file.name, search) || containsFolded(file.description, search))
  );
}

/** Whether some revision that the caller may read holds the file: what it sees by default, the issued one, the one it came with. */
async function isInReadableRevision(
  call: Call,
  { project_id, issued_revision_id }: ProjectAccess,
  file: FileRecord,
): Promise<boolean> {
  const revisions = new Set([undefined, issued_revision_id ?? undefined, file.revision_id]);
  for (const revision of revisions) {
    try {
      const held = await call.call('projects.holding', {
        project_id,
        ...(revision === undefined ? {} : { revision_id: revision }),
      });
      if (held.files.some(({ file_id }) => file_id === file._id)) return true;
    } catch (error) {
      if (!hasErrorCode(error, 'NOT_FOUND')) throw error;
    }
  }
  return false;
}
