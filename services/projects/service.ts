/** The projects service: projects, drafts, project revisions, what they hold, publishing and export. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { accessActions } from './access/actions.ts';
import { projectLoaders } from './access/load-project.ts';
import { Certificates } from './certificates/repository.ts';
import { draftMoveActions } from './draft-moves/actions.ts';
import { draftActions } from './drafts/actions.ts';
import { exportActions } from './export/export-actions.ts';
import { integratedContentActions } from './export/integrated-content-actions.ts';
import { createProjectActions } from './header/create-actions.ts';
import { editHeaderActions } from './header/edit-actions.ts';
import { publishProjectActions } from './publishing/actions.ts';
import { detailsActions } from './reading/details-actions.ts';
import { projectListActions } from './reading/list-actions.ts';
import { openRepositories } from './repositories.ts';
import { sectionActions } from './sections/actions.ts';
import { addStandardActions } from './standards/add-actions.ts';
import { standardPinActions } from './standards/pin-actions.ts';

/** The service of this node: its collections, its handlers, its signing key. @throws where the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('projects');
  const stores = openRepositories(connection);
  const certificates = new Certificates(connection);
  return defineService(node, {
    name: 'projects',
    handlers: {
      ...accessActions(connection, stores),
      ...draftMoveActions(stores),
      ...sectionActions(stores),
      ...createProjectActions(stores),
      ...editHeaderActions(stores),
      ...draftActions(stores),
      ...detailsActions(stores),
      ...projectListActions(stores),
      ...addStandardActions(stores),
      ...standardPinActions(stores),
      ...publishProjectActions(stores, certificates),
      ...exportActions(stores, certificates),
      ...integratedContentActions(stores),
    },
    loaders: projectLoaders(stores),
    connection,
    outbox: new Outbox(connection),
    backgroundWork: [certificates],
  });
}
