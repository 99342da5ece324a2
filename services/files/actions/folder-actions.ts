/**
 * Handlers that list, create, change, delete and reorder folders. Their tree is checked in `../folders/folder-tree.ts`;
 * a file is moved in `review-actions.ts`.
 */
import type { fileFolderEndpoints } from '../../../shared/contracts/files/folders.ts';
import type { folderView } from '../../../shared/contracts/files/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { AuditEntryInput, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { FilesResources } from '../access.ts';
import { FolderTree, findOrderProblems } from '../folders/folder-tree.ts';
import type { FolderRecord } from '../folders/repository.ts';
import type { FilesService } from '../open-files.ts';

const presentFolder = ({ _id, name, parent_id, sort_order }: FolderRecord): Infer<typeof folderView> => ({
  id: _id,
  name,
  parent_id,
  sort_order,
});
const presentFolders = (rows: readonly FolderRecord[]) => ({
  folders: rows.map(presentFolder),
  total: rows.length,
});
const treeOf = (rows: readonly FolderRecord[]): FolderTree => new FolderTree(rows.map(presentFolder));

export const folderActions = ({
  files,
  folders,
  folderTransactions,
  projectChanges,
}: FilesService): Handlers<typeof fileFolderEndpoints, FilesResources> => ({
  'files.folders.list': async ({ projectId }) => presentFolders(await folders.list(projectId)),

  async 'files.folders.create'({ projectId, name, parent_id = null, sort_order }, ctx) {
    const record: FolderRecord = {
      _id: await folders.nextId(),
      project_id: projectId,
      name,
      folded_name: foldName(name),
      parent_id,
      sort_order,
      created_by: ctx.person,
      created_at: new Date(),
    };
    return folderTransactions.run(projectId, async (session) => {
      treeOf(await folders.list(projectId, session)).assertNew(record);
      await folders.insert(session, record);
      await projectChanges.add(session, changeOf(record, 'folder_created', ctx));
      return ctx.finish(session, noteOf(record, { name, parent_id }), presentFolder(record));
    });
  },

  async 'files.folders.update'({ projectId, folderId, ...sent }, ctx) {
    const { changed, folder } = await folderTransactions.run(projectId, async (session) => {
      const rows = await folders.list(projectId, session);
      const before = rows.find(({ _id }) => _id === folderId);
      if (!before) throw notFound();
      const { name = before.name, parent_id = before.parent_id, sort_order = before.sort_order } = sent;
      const change = { name, parent_id, sort_order };
      treeOf(rows).assertPlace(folderId, change);
      if (isSameFolder(before, change)) return { changed: false, folder: before };
      const after = await folders.change(folderId, change, session);
      if (!after) throw notFound();
      await projectChanges.add(session, changeOf(after, 'folder_changed', ctx));
      await ctx.audit(session, noteOf(before, { from: presentFolder(before), to: presentFolder(after) }));
      return { changed: true, folder: after };
    });
    if (!changed) ctx.markUnchanged();
    return presentFolder(folder);
  },

  async 'files.folders.delete'({ projectId, folderId }, ctx) {
    return folderTransactions.run(projectId, async (session) => {
      const rows = await folders.list(projectId, session);
      const deleted = rows.find(({ _id }) => _id === folderId);
      if (!deleted) throw notFound();
      const moved = treeOf(rows).planDeletion(folderId);
      // First, so that its name is free for one of its own.
      await folders.remove(folderId, session);
      for (const { id, name, parent_id } of moved) await folders.change(id, { name, parent_id }, session);
      const movedFiles = await files.moveToRoot(projectId, folderId, session);
      await projectChanges.add(session, changeOf(deleted, 'folder_deleted', ctx));
      const counts = { movedFiles, movedFolders: moved.length };
      await ctx.audit(session, noteOf(deleted, { name: deleted.name, ...counts }));
      return { id: folderId, deleted: true, ...counts };
    });
  },

  async 'files.folders.reorder'({ projectId, folders: order }, ctx) {
    const isChanged = await folderTransactions.run(projectId, async (session) => {
      const rows = new Map((await folders.list(projectId, session)).map((row) => [row._id, row]));
      const problems = findOrderProblems(order, new Set(rows.keys()));
      if (problems.length > 0) throw validationError(problems);
      const moved = order.filter(({ id, sort_order }) => rows.get(id)?.sort_order !== sort_order);
      if (moved.length === 0) return false;
      for (const { id, sort_order } of moved) await folders.change(id, { sort_order }, session);
      const change = { project_id: projectId, kind: 'folders_reordered' as const, by: ctx.person };
      await projectChanges.add(session, change);
      await ctx.audit(session, {
        resource: { type: 'project', id: projectId },
        details: { folders: moved },
      });
      return true;
    });
    if (!isChanged) ctx.markUnchanged();
    return presentFolders(await folders.list(projectId));
  },
});

const isSameFolder = (
  before: FolderRecord,
  after: Pick<FolderRecord, 'name' | 'parent_id' | 'sort_order'>,
): boolean =>
  before.name === after.name &&
  before.parent_id === after.parent_id &&
  before.sort_order === after.sort_order;

const changeOf = (
  { _id, project_id }: FolderRecord,
  kind: 'folder_created' | 'folder_changed' | 'folder_deleted',
  { person: by }: RequestContext,
) => ({ project_id, kind, by, subject: { type: 'folder' as const, id: _id } });

const noteOf = ({ _id, project_id }: FolderRecord, details: object): AuditEntryInput => ({
  resource: { type: 'folder', id: _id },
  details: { project_id, ...details },
});
