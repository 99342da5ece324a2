/** The datasheets service: standards filled in for projects, their sealed revisions, and upgrades. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { KeyedMutex } from '../../shared/kernel/database/keyed-mutex.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { DraftMoves } from '../../shared/projects/draft-moves.ts';
import { datasheetLoaders } from './access.ts';
import { legacyDatasheetCommentActions } from './comments/actions.ts';
import { LegacyDatasheetComments } from './comments/repository.ts';
import { createDatasheetActions } from './creating/actions.ts';
import { DefinitionCache } from './definition-cache.ts';
import { deleteDatasheetActions } from './deleting/actions.ts';
import { datasheetReadActions } from './reading/actions.ts';
import { sealedDatasheetActions } from './reading/sealed-actions.ts';
import { DatasheetRevisions, Datasheets } from './records/repository.ts';
import { reviseActions } from './revising/actions.ts';
import { DatasheetSaver } from './saving/datasheet-saver.ts';
import { draftManifestLoader } from './saving/draft-manifest.ts';
import { batchUpgradeActions } from './upgrading/batch-actions.ts';
import { planCountsActions } from './upgrading/plan-counts-actions.ts';
import { standardUpgradeStatusActions } from './upgrading/standard-upgrade-status-actions.ts';
import { upgradeActions } from './upgrading/upgrade-actions.ts';

/**
 * Creates the service with its database, handlers and the recovery of interrupted saves. @throws when the
 * database cannot be opened
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('datasheets');
  const outbox = new Outbox(connection);
  const counters = new IdCounters(connection);
  const datasheets = new Datasheets(connection, counters);
  const revisions = new DatasheetRevisions(connection, counters);
  const draftMoves = new DraftMoves({
    node,
    service: 'datasheets',
    connection,
    outbox,
    async rollBack(written, session) {
      await revisions.delete(written.revisions ?? [], session);
      await datasheets.delete(written.datasheets ?? [], session);
    },
  });
  const deps = {
    datasheets,
    revisions,
    comments: new LegacyDatasheetComments(connection),
    definitions: new DefinitionCache(),
    mutex: new KeyedMutex(),
    saver: new DatasheetSaver({ datasheets, revisions, draftMoves }),
    loadDraft: draftManifestLoader(node),
  };
  return defineService(node, {
    name: 'datasheets',
    handlers: {
      ...datasheetReadActions(deps),
      ...sealedDatasheetActions(deps),
      ...legacyDatasheetCommentActions(deps),
      ...createDatasheetActions(deps),
      ...reviseActions(deps),
      ...deleteDatasheetActions(deps),
      ...upgradeActions(deps),
      ...planCountsActions(deps),
      ...batchUpgradeActions(deps),
      ...standardUpgradeStatusActions(deps),
    },
    loaders: datasheetLoaders(deps),
    connection,
    outbox,
    backgroundWork: [draftMoves],
  });
}
