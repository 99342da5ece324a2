/** The projects service: projects, drafts, project revisions, what they hold, publishing and export. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { accessActions } from './access/actions.ts';
import { loadersOf } from './access/open-project.ts';
import { Certificates } from './certificates/repository.ts';
import { draftActions } from './drafts/actions.ts';
import { exportActions } from './export/actions.ts';
import { integratedContentActions } from './export/integrated-content.ts';
import { createActions } from './header/create.ts';
import { editActions } from './header/edit.ts';
import { addActions } from './holdings/add.ts';
import { revisionActions } from './holdings/revisions.ts';
import { publishActions } from './publishing/actions.ts';
import { detailsActions } from './reading/details.ts';
import { listActions } from './reading/lists.ts';
import { stagingActions } from './staging/actions.ts';
import { sectionActions } from './staging/sections.ts';
import { openStores } from './stores.ts';

/** The service of this node: its collections, its handlers, its signing key. @throws where the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('projects');
  const stores = openStores(connection);
  const certificates = new Certificates(connection);
  return defineService(node, {
    name: 'projects',
    handlers: {
      ...accessActions(connection, stores),
      ...stagingActions(stores),
      ...sectionActions(stores),
      ...createActions(stores),
      ...editActions(stores),
      ...draftActions(stores),
      ...detailsActions(stores),
      ...listActions(stores),
      ...addActions(stores),
      ...revisionActions(stores),
      ...publishActions(stores, certificates),
      ...exportActions(stores, certificates),
      ...integratedContentActions(stores),
    },
    loaders: loadersOf(stores),
    connection,
    outbox: new Outbox(connection),
    background: [certificates],
  });
}
