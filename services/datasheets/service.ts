/** The datasheets service: project-specific fill-ins of standards, their sealed revisions, and their upgrades. */
import type { ServiceSchema } from 'moleculer';
import { datasheets } from '../../shared/contracts/datasheets/index.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { Outbox } from '../../shared/kernel/outbox.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { Turns } from '../../shared/kernel/turns.ts';
import { loadersOf } from './access.ts';
import { creatingActions } from './creating/actions.ts';
import { Definitions } from './definitions.ts';
import { readingActions } from './reading/actions.ts';
import { DatasheetRecords } from './records/repository.ts';
import { revisingActions } from './revising/actions.ts';
import { draftReader } from './staging/draft-holding.ts';
import { Recovery } from './staging/recovery.ts';
import { upgradingActions } from './upgrading/actions.ts';
import { batchActions } from './upgrading/batch.ts';

export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('datasheets');
  const outbox = new Outbox(connection);
  const records = new DatasheetRecords(connection);
  const definitions = new Definitions();
  const turns = new Turns();
  const readDraft = draftReader(node);
  return defineService(node, {
    name: 'datasheets',
    endpoints: datasheets,
    handlers: {
      ...readingActions(records, definitions),
      ...creatingActions(records, definitions, readDraft),
      ...revisingActions(records, definitions, turns),
      ...upgradingActions(records, definitions, turns),
      ...batchActions(records, definitions, readDraft),
    },
    loaders: loadersOf(records),
    connection,
    outbox,
    background: [new Recovery(node, records, outbox)],
  });
}
