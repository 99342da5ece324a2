/**
 * The files service: uploads to local disk or S3, lists, downloads, folders, review, deletion, and the removal
 * of orphaned bytes.
 */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { loadProjectResource } from '../../shared/projects/project-access.ts';
import { folderActions } from './actions/folder-actions.ts';
import { fileReadActions } from './actions/read-actions.ts';
import { fileRemovalActions } from './actions/removal-actions.ts';
import { fileReviewActions } from './actions/review-actions.ts';
import { uploadActions } from './actions/upload-actions.ts';
import { openFiles } from './open-files.ts';
import { loadListedProject } from './reading/list-files.ts';

export async function createService(node: Node): Promise<ServiceSchema> {
  const service = await openFiles(node);
  const { connection, outbox, store, draftMoves, jobs, svgChecker, sweeper } = service;
  return defineService(node, {
    name: 'files',
    handlers: {
      ...uploadActions(service),
      ...fileReadActions(service),
      ...fileReviewActions(service),
      ...folderActions(service),
      ...fileRemovalActions(service),
    },
    loaders: { project: loadProjectResource },
    ownLoaders: { 'files.list': loadListedProject },
    connection,
    outbox,
    backgroundWork: [{ start: () => store.prepare() }, draftMoves, jobs, svgChecker, sweeper],
  });
}
