/** Uploading: the bytes are stored already, now the records, then the draft (architecture §4; decisions F1–F6). */
import type { filesInternal } from '../../../shared/contracts/files/internal.ts';
import type { fileUpload } from '../../../shared/contracts/files/upload.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { loadProject, requireUnarchived } from '../../../shared/kernel/project-access.ts';
import type { StagedChanges } from '../../../shared/staging/staged-changes.ts';
import { notStored } from '../../../shared/storage/not-stored.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { draftForUpload, type Resources } from '../access.ts';
import type { FileRecord } from '../model.ts';
import { presentFile } from '../present.ts';
import type { FileRecords } from '../repository.ts';
import { plainType } from './file-type.ts';
import { findPartProblems, nameOf } from './rules.ts';

interface Deps {
  files: FileRecords;
  store: ObjectStore;
  staged: StagedChanges;
  /** Shows a fault of the deployment to whoever runs it. */
  complain: (line: string) => void;
}

/** The keys are the gateway's own, so it is no fault of the client. */
const BYTES_ELSEWHERE =
  'The gateway took bytes that the files service does not find: give both the same S3_ENDPOINT and S3_BUCKET, or on one machine the same DATA_DIR.';

type Contracts = typeof fileUpload & Pick<typeof filesInternal, 'files.admitUpload'>;

/**
 * The handler that takes files up whose bytes the gateway has stored: their records here, then the pointers of the draft, all or nothing.
 */
export const uploadActions = ({ files, store, staged, complain }: Deps): Handlers<Contracts, Resources> => ({
  async 'files.admitUpload'({ project_id, project_revision_id }, call) {
    const project = await loadProject(project_id, call);
    if (!project) throw notFound();
    call.require('project:upload', project.subject);
    requireUnarchived(project.value);
    return { draft_revision_id: await draftForUpload(call, project.value, project_revision_id) };
  },

  async 'files.upload'(params, call, project) {
    const { project_id } = project;
    const revisionId = await draftForUpload(call, project, params.project_revision_id);
    const problems = findPartProblems(params);
    if (problems.length > 0) throw invalid(problems);
    // No record without bytes: what the sender says of them is not enough.
    for (const { key, size } of params.files) {
      if ((await store.sizeOf(key)) === size) continue;
      complain(BYTES_ELSEWHERE);
      throw notStored();
    }

    const ids = await files.newIds(params.files.length);
    const now = new Date();
    const attachFiles = params.files.map((part, index) => ({
      file_id: ids[index] ?? 0,
      name: nameOf(params, part),
      sha256: part.sha256,
    }));
    const note = { resource: { type: 'project', id: project_id }, details: { revision: { id: revisionId }, files: attachFiles } };
    const records = params.files.map(
      (part, index): FileRecord => ({
        _id: ids[index] ?? 0,
        project_id,
        key: part.key,
        name: nameOf(params, part),
        description: params.description,
        document_type: params.document_type,
        status: 'draft',
        mime_type: plainType(part.mime_type),
        size: part.size,
        sha256: part.sha256,
        tags: [...new Set(params.tags ?? [])],
        folder_id: null,
        revision_id: revisionId,
        uploaded_by: call.person,
        uploaded_at: now,
      }),
    );
    return staged
      .make(call, {
        written: { files: ids },
        write: (session) => files.add(records, session),
        stage: { project_id, attachFiles },
        note,
        answer: { files: records.map((record) => presentFile(record, revisionId)), total: records.length },
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? invalid([{ path: 'files', message: 'The bytes belong to another file.' }]) : error;
      });
  },
});
