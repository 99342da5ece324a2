/** The datasheets service: project-specific fill-ins of standards, their sealed revisions, and their upgrades. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { KeyedMutex } from '../../shared/kernel/database/keyed-mutex.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { DraftMoves } from '../../shared/projects/draft-moves.ts';
import { datasheetLoaders } from './access.ts';
import { createDatasheetActions } from './creating/actions.ts';
import { DefinitionCache } from './definition-cache.ts';
import { datasheetReadActions } from './reading/actions.ts';
import { Datasheets } from './records/repository.ts';
import { reviseActions } from './revising/actions.ts';
import { DatasheetSaver } from './saving/datasheet-saver.ts';
import { draftManifestLoader } from './saving/draft-manifest.ts';
import { batchUpgradeActions } from './upgrading/batch-actions.ts';
import { upgradeActions } from './upgrading/upgrade-actions.ts';

/**
 * The service of this node: its collections, its handlers, and what completes or withdraws saves that were cut off.
 * @throws where the database cannot be opened
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('datasheets');
  const outbox = new Outbox(connection);
  const records = new Datasheets(connection);
  const definitions = new DefinitionCache();
  const turns = new KeyedMutex();
  const staged = new DraftMoves({
    node,
    service: 'datasheets',
    connection,
    outbox,
    rollBack: (written, session) => records.deleteUnmoved(written, session),
  });
  const saves = new DatasheetSaver(records, staged);
  const readDraft = draftManifestLoader(node);
  return defineService(node, {
    name: 'datasheets',
    handlers: {
      ...datasheetReadActions(records, definitions),
      ...createDatasheetActions({ records, definitions, readDraft, saves }),
      ...reviseActions({ records, definitions, turns, saves }),
      ...upgradeActions({ records, definitions, turns, saves }),
      ...batchUpgradeActions({ records, definitions, readDraft, saves }),
    },
    loaders: datasheetLoaders(records),
    connection,
    outbox,
    backgroundWork: [staged],
  });
}
