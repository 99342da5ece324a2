/**
 * Handlers that change a stored file: its metadata, its review status, its folder. Deleting one: `removal-actions.ts`.
 */
import type { ClientSession } from 'mongoose';
import type { fileReviewEndpoints } from '../../../shared/contracts/files/review.ts';
import type { fileView } from '../../../shared/contracts/files/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type ProjectAccess, projectSubject } from '../../../shared/projects/project-access.ts';
import { isSameJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { assertChangeable, type FilesResources, requireChangeableFile } from '../access.ts';
import type { FileChange, FileRecord } from '../model.ts';
import type { FilesService } from '../open-files.ts';
import { fileFactsOf, presentFile } from '../present.ts';
import { assertStatusMove } from '../review/status-rules.ts';
import { CHANGE_TIERS } from '../tiers.ts';

/** The change of a file as it is in the transaction. @throws its refusal: nothing is written then */
type Decide = (file: FileRecord, session: ClientSession) => FileChange | Promise<FileChange>;

export const fileReviewActions = ({
  connection,
  files,
  folderTransactions,
  projectChanges,
}: FilesService): Handlers<typeof fileReviewEndpoints, FilesResources> => {
  /** Saves the members that differ, with an audit entry that names them. */
  async function changeFile(
    fileId: number,
    ctx: RequestContext,
    project: ProjectAccess,
    decide: Decide,
  ): Promise<Infer<typeof fileView>> {
    const { project_id } = project;
    const { revisionIds } = await requireChangeableFile(files, ctx, project, fileId, CHANGE_TIERS);
    const { file, changed } = await inTransaction(connection, async (session) => {
      const before = await files.find(project_id, fileId, session);
      if (!before) throw notFound();
      // Again: somebody else may have moved its status since.
      assertChangeable(ctx, project, before, CHANGE_TIERS);
      const change = differingMembers(before, await decide(before, session));
      if (Object.keys(change).length === 0) return { file: before, changed: false };
      const after = await files.change(fileId, change, session);
      if (!after) throw notFound();
      await projectChanges.add(session, {
        project_id,
        kind: 'file_changed',
        by: ctx.person,
        subject: { type: 'file', id: fileId },
        file: fileFactsOf(after, before),
      });
      await ctx.audit(session, {
        resource: { type: 'file', id: fileId },
        details: { project_id, name: before.name, from: membersOf(before, change), to: change },
      });
      return { file: after, changed: true };
    });
    if (!changed) ctx.markUnchanged();
    return presentFile(file, revisionIds);
  }

  return {
    'files.metadata': ({ fileId, document_type, description, tags }, ctx, project) =>
      changeFile(fileId, ctx, project, () => ({
        ...(document_type === undefined ? {} : { document_type }),
        ...(description === undefined ? {} : { description }),
        ...(tags === undefined ? {} : { tags: [...new Set(tags)] }),
      })),

    'files.status': ({ fileId, status }, ctx, project) =>
      changeFile(fileId, ctx, project, (file) => {
        assertStatusMove(file.status, status, (permission) =>
          ctx.isAllowed(permission, projectSubject(project)),
        );
        return { status };
      }),

    'files.move': ({ projectId, fileId, folder_id }, ctx, project) =>
      changeFile(fileId, ctx, project, async (_file, session) => {
        await folderTransactions.assertHas(projectId, folder_id, session);
        return { folder_id };
      }),
  };
};

type ChangeKey = keyof FileChange;
const CHANGE_KEYS: readonly ChangeKey[] = ['document_type', 'description', 'tags', 'status', 'folder_id'];

/** The members whose value the change alters. */
const differingMembers = (file: FileRecord, change: FileChange): FileChange =>
  Object.fromEntries(
    CHANGE_KEYS.flatMap((key) =>
      key in change && !isSameJson(file[key], change[key]) ? [[key, change[key]]] : [],
    ),
  );

/** The members of a file that a change replaces. */
const membersOf = (file: FileRecord, change: FileChange): FileChange =>
  Object.fromEntries(CHANGE_KEYS.flatMap((key) => (key in change ? [[key, file[key]]] : [])));
