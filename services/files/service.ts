/** The files service: records of uploaded files, their bytes on local disk or S3. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { loadProject } from '../../shared/kernel/project-access.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { StagedChanges } from '../../shared/staging/staged-changes.ts';
import { openStorage } from '../../shared/storage/open-storage.ts';
import { readingActions } from './reading/actions.ts';
import { FileRecords } from './repository.ts';
import { Orphans } from './sweeping/orphans.ts';
import { Sweeper } from './sweeping/sweeper.ts';
import { uploadActions } from './upload/actions.ts';

/**
 * The service of this node: its collection, its handlers, and the sweeping of uploads that no draft took.
 * @throws where database or storage cannot be opened
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('files');
  const outbox = new Outbox(connection);
  const store = openStorage(node.config);
  if (node.config.s3 !== null) node.servers.add('s3', () => store.check());
  const files = new FileRecords(connection);
  const orphans = new Orphans(connection);
  const sweeper = new Sweeper({ node, files, orphans, store });
  const staged = new StagedChanges({
    node,
    service: 'files',
    connection,
    outbox,
    withdraw: ({ files: ids = [] }, session) => files.forget(ids, session),
  });
  const complain = (line: string): void => node.log.error(line);
  return defineService(node, {
    name: 'files',
    handlers: { ...uploadActions({ files, store, staged, complain }), ...readingActions({ files, store }) },
    loaders: { project: loadProject },
    connection,
    outbox,
    background: [{ start: () => store.prepare(), stop: () => undefined }, staged, sweeper],
  });
}
