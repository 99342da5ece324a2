/** Uploading: the bytes are stored already, now the records and the draft (architecture §4; hardening B1 "Saga"; decisions F1–F6). */
import type { Connection } from 'mongoose';
import type { filesInternal } from '../../../shared/contracts/files/internal.ts';
import type { fileUpload } from '../../../shared/contracts/files/upload.ts';
import { fail, notFound, readError } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/mongo.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import { draftForUpload, loadProject, type Resources } from '../access.ts';
import type { FileRecord, PendingUpload } from '../model.ts';
import { presentFile } from '../present.ts';
import type { FileRecords } from '../repository.ts';
import { plainType } from './file-type.ts';
import { findPartProblems, nameOf } from './rules.ts';

interface Deps {
  connection: Connection;
  files: FileRecords;
  store: ObjectStore;
}

type Contracts = typeof fileUpload & Pick<typeof filesInternal, 'files.admitUpload'>;

export const uploadActions = ({ connection, files, store }: Deps): Handlers<Contracts, Resources> => ({
  async 'files.admitUpload'({ project_id, project_revision_id }, call) {
    const project = await loadProject(project_id, call);
    if (!project) throw notFound();
    call.require('project:upload', project.subject);
    if (project.archived) throw fail('PROJECT_ARCHIVED', 'The project is archived and read-only. Unarchive it first.');
    return { draft_revision_id: await draftForUpload(call, project.value, project_revision_id) };
  },

  async 'files.upload'(params, call, project) {
    const { project_id } = project;
    const revisionId = await draftForUpload(call, project, params.project_revision_id);
    const problems = findPartProblems(params);
    for (const [index, { key, size }] of params.files.entries()) {
      // No record without bytes: what the sender says of them is not enough.
      if ((await store.sizeOf(key)) !== size)
        problems.push({ path: `files[${index}]`, message: 'The bytes of this file are not here.' });
    }
    if (problems.length > 0) throw invalid(problems);

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
        attached: false,
        pending: null,
        uploaded_by: call.person,
        uploaded_at: now,
      }),
    );
    const answer = { files: records.map((record) => presentFile(record, revisionId)), total: records.length };
    const ending = call.ending(note, answer);
    const pending: PendingUpload = { file_ids: ids, ending };
    await inTransaction(connection, async (session) => {
      await files.add(
        records.map((record) => ({ ...record, pending })),
        session,
      );
      await call.hold(session, ending);
    }).catch((error: unknown) => {
      if (isDuplicateKey(error)) throw invalid([{ path: 'files', message: 'The bytes belong to another file.' }]);
      throw error;
    });
    try {
      await call.call('projects.stage', { project_id, attachFiles });
    } catch (error) {
      // Refused means that no draft holds them. Anything else is not known, and the sweeper finds out.
      if (readError(error).status < 500) {
        await inTransaction(connection, async (session) => {
          await files.forget(ids, session);
          await call.release(session, ending);
        });
      }
      throw error;
    }
    await inTransaction(connection, async (session) => {
      if (await files.markAttached(pending, session)) await call.complete(session, ending);
      // The sweeper was faster, and has written the entry.
      else call.unchanged();
    });
    return answer;
  },
});
