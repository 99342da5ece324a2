/** The datasheets service: standards filled in for projects, their sealed revisions, and upgrades. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { datasheetLoaders, loadProjectWithPin } from './access.ts';
import { createDatasheetActions } from './creating/actions.ts';
import { deleteDatasheetActions } from './deleting/actions.ts';
import { legacyDatasheetCommentActions } from './legacy-comments/actions.ts';
import { LegacyDatasheetComments } from './legacy-comments/repository.ts';
import { openDatasheets } from './open-datasheets.ts';
import { datasheetReadActions } from './reading/actions.ts';
import { sealedDatasheetActions } from './reading/sealed-actions.ts';
import { reviseActions } from './revising/actions.ts';
import { exportDatasheetActions } from './spreadsheet-exchange/export-actions.ts';
import { importDatasheetActions } from './spreadsheet-exchange/import-actions.ts';
import { batchUpgradeActions } from './upgrading/batch-actions.ts';
import { planCountsActions } from './upgrading/plan-counts-actions.ts';
import { standardUpgradeStatusActions } from './upgrading/standard-upgrade-status-actions.ts';
import { upgradeActions } from './upgrading/upgrade-actions.ts';

/**
 * Creates the service with its database, handlers and the recovery of interrupted saves. @throws when the
 * database cannot be opened
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const service = await openDatasheets(node);
  const { connection, outbox, datasheets, draftMoves, spreadsheets } = service;
  const comments = new LegacyDatasheetComments(connection);
  return defineService(node, {
    name: 'datasheets',
    handlers: {
      ...datasheetReadActions(service),
      ...sealedDatasheetActions(service),
      ...legacyDatasheetCommentActions({ datasheets, comments }),
      ...createDatasheetActions(service),
      ...reviseActions(service),
      ...deleteDatasheetActions(service),
      ...upgradeActions(service),
      ...exportDatasheetActions(service),
      ...importDatasheetActions(service),
      ...planCountsActions(service),
      ...batchUpgradeActions(service),
      ...standardUpgradeStatusActions(service),
    },
    loaders: datasheetLoaders(service),
    ownLoaders: { 'datasheets.create': loadProjectWithPin },
    connection,
    outbox,
    backgroundWork: [draftMoves, spreadsheets],
  });
}
