/**
 * The files service: uploads to local disk or S3, lists, downloads, folders, review, deletion, and the removal
 * of orphaned bytes.
 */
import type { ServiceSchema } from 'moleculer';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { DraftMoves } from '../../shared/projects/draft-moves.ts';
import { loadProjectResource } from '../../shared/projects/project-access.ts';
import { ProjectChangeQueue } from '../../shared/projects/project-change-queue.ts';
import { StorageQuota } from '../../shared/quotas/storage-quota.ts';
import { createObjectStore } from '../../shared/storage/create-object-store.ts';
import { folderActions } from './folders/actions.ts';
import { Folders } from './folders/repository.ts';
import { FolderTransactions } from './folders/transactions.ts';
import { Orphans } from './orphans/repository.ts';
import { SweepPauses } from './orphans/sweep-pause.ts';
import { OrphanSweeper } from './orphans/sweeper.ts';
import { fileReadActions } from './reading/actions.ts';
import { loadListedProject } from './reading/listed-project.ts';
import { fileVisibilityActions } from './reading/visibility-actions.ts';
import { fileRemovalActions } from './removal/actions.ts';
import { removeRecords } from './removal/after-move.ts';
import { Files } from './repository.ts';
import { fileReviewActions } from './review/actions.ts';
import { uploadActions } from './upload/actions.ts';
import { SvgChecker } from './upload/svg-checker.ts';

/**
 * Creates the service with its database, handlers and sweeper. @throws when the database or storage cannot be
 * opened
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('files');
  const outbox = new Outbox(connection);
  const store = createObjectStore(node.config);
  if (node.config.s3 !== null) node.servers.add('s3', () => store.check());
  const counters = new IdCounters(connection);
  const files = new Files(connection, counters);
  const folders = new Folders(connection, counters);
  const folderTransactions = new FolderTransactions(connection, folders);
  const orphans = new Orphans(connection);
  const sweeper = new OrphanSweeper({
    node,
    files,
    orphans,
    pauses: new SweepPauses(connection),
    store,
  });
  const draftMoves = new DraftMoves({
    node,
    service: 'files',
    connection,
    outbox,
    async rollBack({ files: ids = [] }, session) {
      await files.remove(ids, session);
    },
    afterMove: (written, session) => removeRecords(files, written, session),
  });
  const jobs = new JobQueue(connection);
  const projectChanges = new ProjectChangeQueue({ connection, jobs, node, service: 'files' });
  const svgChecker = new SvgChecker();
  const logError = (line: string): void => node.log.error(line);
  return defineService(node, {
    name: 'files',
    handlers: {
      ...uploadActions({
        files,
        folders: folderTransactions,
        store,
        svgChecker,
        draftMoves,
        quota: new StorageQuota(),
        logError,
      }),
      'files.storedBytes': async ({ project_ids }) => ({ bytes: await files.sumBytes(project_ids) }),
      ...fileReadActions({ files, store }),
      ...fileVisibilityActions({ files }),
      ...fileReviewActions({ connection, files, folders: folderTransactions, projectChanges }),
      ...folderActions({ files, folders, transactions: folderTransactions, projectChanges }),
      ...fileRemovalActions({ files, draftMoves }),
    },
    loaders: { project: loadProjectResource },
    ownLoaders: { 'files.list': loadListedProject },
    connection,
    outbox,
    backgroundWork: [{ start: () => store.prepare() }, draftMoves, jobs, svgChecker, sweeper],
  });
}
