/** The projects service: projects, drafts, project revisions, publishing, export and comments. */
import type { ServiceSchema } from 'moleculer';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { accessActions } from './access/actions.ts';
import { projectLoaders } from './access/load-project.ts';
import { draftArchivingActions } from './archiving/actions.ts';
import { projectArchivingActions } from './archiving/project-actions.ts';
import { Certificates, SigningKeys } from './certificates/repository.ts';
import { projectChangeActions } from './changes/actions.ts';
import { changeCommentActions } from './comments/change-actions.ts';
import { ContentIds } from './comments/content-ids.ts';
import { listCommentActions } from './comments/list-actions.ts';
import { CommentNotices } from './comments/notices.ts';
import { draftMoveActions } from './draft-moves/actions.ts';
import { draftActions } from './drafts/actions.ts';
import { exportActions } from './export/export-actions.ts';
import { integratedContentActions } from './export/integrated-content-actions.ts';
import { proofActions } from './export/proof-actions.ts';
import { createProjectActions } from './header/create-actions.ts';
import { editHeaderActions } from './header/edit-actions.ts';
import { publishProjectActions } from './publishing/actions.ts';
import { detailsActions } from './reading/details-actions.ts';
import { projectListActions } from './reading/list-actions.ts';
import { openRepositories } from './repositories.ts';
import { sectionActions } from './sections/actions.ts';
import { sectionChangeActions } from './sections/change-actions.ts';
import { addStandardActions } from './standards/add-actions.ts';
import { standardPinActions } from './standards/pin-actions.ts';
import { standardUseActions } from './standards/use-actions.ts';
import { projectUpgradeActions } from './upgrades/actions.ts';

/**
 * Creates the service with its database, handlers, signing keys and jobs. @throws when the database cannot be
 * opened
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('projects');
  const repositories = openRepositories(connection);
  const signingKeys = new SigningKeys(connection);
  const jobs = new JobQueue(connection);
  const deps = {
    ...repositories,
    connection,
    signingKeys,
    certificates: new Certificates(connection),
    contentIds: new ContentIds(),
    notices: new CommentNotices({ ...repositories, node, jobs }),
  };
  return defineService(node, {
    name: 'projects',
    handlers: {
      ...accessActions(deps),
      ...draftMoveActions(deps),
      ...sectionActions(deps),
      ...sectionChangeActions(deps),
      ...createProjectActions(deps),
      ...editHeaderActions(deps),
      ...draftActions(deps),
      ...detailsActions(deps),
      ...projectListActions(deps),
      ...projectChangeActions(deps),
      ...addStandardActions(deps),
      ...standardPinActions(deps),
      ...standardUseActions(deps),
      ...draftArchivingActions(deps),
      ...projectArchivingActions({ ...deps, retentionYears: node.config.retentionYears }),
      ...projectUpgradeActions(deps),
      ...publishProjectActions(deps),
      ...exportActions(deps),
      ...proofActions(deps),
      ...integratedContentActions(deps),
      ...listCommentActions(deps),
      ...changeCommentActions(deps),
    },
    loaders: projectLoaders(deps),
    connection,
    outbox: new Outbox(connection),
    backgroundWork: [signingKeys, jobs],
  });
}
