/** The datasheets service: project-specific fill-ins of standards, their sealed revisions, and their upgrades. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { Turns } from '../../shared/kernel/database/turns.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { StagedChanges } from '../../shared/staging/staged-changes.ts';
import { loadersOf } from './access.ts';
import { creatingActions } from './creating/actions.ts';
import { Definitions } from './definitions.ts';
import { readingActions } from './reading/actions.ts';
import { DatasheetRecords } from './records/repository.ts';
import { revisingActions } from './revising/actions.ts';
import { draftReader } from './staging/draft-holding.ts';
import { Saves } from './staging/saves.ts';
import { upgradingActions } from './upgrading/actions.ts';
import { batchActions } from './upgrading/batch.ts';

/**
 * The service of this node: its collections, its handlers, and what completes or withdraws saves that were cut off.
 * @throws where the database cannot be opened
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('datasheets');
  const outbox = new Outbox(connection);
  const records = new DatasheetRecords(connection);
  const definitions = new Definitions();
  const turns = new Turns();
  const staged = new StagedChanges({
    node,
    service: 'datasheets',
    connection,
    outbox,
    withdraw: (written, session) => records.withdraw(written, session),
  });
  const saves = new Saves(records, staged);
  const readDraft = draftReader(node);
  return defineService(node, {
    name: 'datasheets',
    handlers: {
      ...readingActions(records, definitions),
      ...creatingActions({ records, definitions, readDraft, saves }),
      ...revisingActions({ records, definitions, turns, saves }),
      ...upgradingActions({ records, definitions, turns, saves }),
      ...batchActions({ records, definitions, readDraft, saves }),
    },
    loaders: loadersOf(records),
    connection,
    outbox,
    background: [staged],
  });
}
