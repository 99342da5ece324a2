/** Builds the repositories, store, transactions and queues of the service; handlers take what they need. */

import { SvgChecker } from '../../shared/file-content/svg-checker.ts';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { DraftMoves } from '../../shared/projects/draft-moves.ts';
import { ProjectChangeQueue } from '../../shared/projects/project-change-queue.ts';
import { StorageQuota } from '../../shared/quotas/storage-quota.ts';
import { createObjectStore } from '../../shared/storage/create-object-store.ts';
import { Folders } from './folders/repository.ts';
import { FolderTransactions } from './folders/transactions.ts';
import { Orphans } from './orphans/repository.ts';
import { SweepPauses } from './orphans/sweep-pause.ts';
import { OrphanSweeper } from './orphans/sweeper.ts';
import { removeRecords } from './removal/remove-records.ts';
import { Files } from './repository.ts';

export type FilesService = Awaited<ReturnType<typeof openFiles>>;

/** @throws when the database or storage cannot be opened */
export async function openFiles(node: Node) {
  const connection = await node.openDatabase('files');
  const outbox = new Outbox(connection);
  const store = await createObjectStore(node.config);
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
  return {
    connection,
    outbox,
    store,
    files,
    folders,
    folderTransactions,
    sweeper,
    draftMoves,
    jobs,
    projectChanges,
    svgChecker,
    quota: new StorageQuota(),
    /** Logs a fault of the deployment for its operators. */
    logError: (line: string): void => node.log.error(line),
  };
}
