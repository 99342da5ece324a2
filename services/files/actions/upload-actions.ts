/**
 * Handlers of uploads: `files.admitUpload`, the gateway's check before it receives the bytes, and
 * `files.upload`, the records of stored files with their attachment to the draft.
 */

import type { fileInternalActions } from '../../../shared/contracts/files/internal.ts';
import type { fileUploadEndpoints } from '../../../shared/contracts/files/upload.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { assertNotArchived } from '../../../shared/projects/project-access.ts';
import { storageUnavailable } from '../../../shared/storage/storage-unavailable.ts';
import { type FilesResources, requireDraftForUpload } from '../access.ts';
import { canonicalMimeType } from '../file-types.ts';
import type { FileRecord } from '../model.ts';
import type { FilesService } from '../open-files.ts';
import { presentFile } from '../present.ts';
import { contentProblem, findPartProblems, storedNameOf } from '../upload/part-problems.ts';
import { inspectStored } from '../upload/stored-content.ts';

/** Logged because the gateway chose the keys, so the client is not at fault. */
const STORAGE_MISMATCH_MESSAGE =
  'The files service cannot find bytes that the gateway stored: configure both with the same S3_ENDPOINT and S3_BUCKET, or on a single machine with the same DATA_DIR.';

type Contracts = typeof fileUploadEndpoints & Pick<typeof fileInternalActions, 'files.admitUpload'>;

/** The handlers of uploads: all files of a request or none. */
export const uploadActions = ({
  files,
  folderTransactions,
  store,
  svgChecker,
  draftMoves,
  quota,
  logError,
}: FilesService): Handlers<Contracts, FilesResources> => ({
  async 'files.admitUpload'({ project_revision_id }, ctx, project) {
    assertNotArchived(project);
    // A full quota has no room for the smallest file: refused before the bytes are received.
    await quota.assertWithinQuota(project.quota_owner, 1, ctx);
    return { draft_revision_id: await requireDraftForUpload(ctx, project, project_revision_id) };
  },

  async 'files.upload'(params, ctx, project) {
    const { project_id } = project;
    const revisionId = await requireDraftForUpload(ctx, project, params.project_revision_id);
    const folderId = params.folder_id ?? null;
    const problems = await findPartProblems(params, {
      hasFolder: await folderTransactions.has(project_id, folderId),
    });
    if (problems.length > 0) throw validationError(problems);
    // Checked in the store: there must be no record without bytes.
    for (const { key, size } of params.files) {
      if ((await store.sizeOf(key)) === size) continue;
      logError(STORAGE_MISMATCH_MESSAGE);
      throw storageUnavailable();
    }
    const charsets: (string | null)[] = [];
    for (const [index, part] of params.files.entries()) {
      const { fault, charset } = await inspectStored({ store, svgChecker }, part, ctx);
      charsets.push(charset);
      if (fault !== null) problems.push(contentProblem(part, index, fault));
    }
    if (problems.length > 0) throw validationError(problems);

    const bytes = params.files.reduce((sum, { size }) => sum + size, 0);
    await quota.assertWithinQuota(project.quota_owner, bytes, ctx);

    const ids = await files.nextIds(params.files.length);
    const now = new Date();
    const attachFiles = params.files.map((part, index) => ({
      file_id: ids[index] ?? 0,
      name: storedNameOf(params, part),
      sha256: part.sha256,
    }));
    const auditEntry = {
      resource: { type: 'project', id: project_id },
      details: { revision: { id: revisionId }, files: attachFiles },
    };
    const records = params.files.map(
      (part, index): FileRecord => ({
        _id: ids[index] ?? 0,
        project_id,
        key: part.key,
        name: storedNameOf(params, part),
        description: params.description,
        document_type: params.document_type,
        status: 'draft',
        mime_type: canonicalMimeType(part.mime_type),
        charset: charsets[index] ?? null,
        size: part.size,
        sha256: part.sha256,
        tags: [...new Set(params.tags ?? [])],
        folder_id: folderId,
        revision_id: revisionId,
        uploaded_by: ctx.person,
        uploaded_at: now,
      }),
    );
    return draftMoves
      .run(ctx, {
        writtenIds: { files: ids },
        async write(session) {
          await folderTransactions.assertHas(project_id, folderId, session);
          await files.insert(session, ...records);
        },
        // Not to a draft that was opened since: a record of the draft that was checked goes with that one.
        move: { project_id, draft_revision_id: revisionId, attachFiles },
        auditEntry,
        result: { files: records.map((record) => presentFile(record, [revisionId])), total: records.length },
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error)
          ? validationError([{ path: 'files', message: 'These bytes already belong to another file.' }])
          : error;
      });
  },
});
