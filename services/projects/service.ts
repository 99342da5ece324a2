/** The projects service: projects, drafts, project revisions, publishing, export and comments. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { projectLoaders } from './access/load-project.ts';
import { accessActions } from './actions/access-actions.ts';
import { addStandardActions } from './actions/add-standard-actions.ts';
import { addendumActions } from './actions/addendum-actions.ts';
import { projectChangeActions } from './actions/change-feed-actions.ts';
import { changeCommentActions } from './actions/comment-change-actions.ts';
import { commentListActions } from './actions/comment-list-actions.ts';
import { createProjectActions } from './actions/create-actions.ts';
import { detailsActions } from './actions/details-actions.ts';
import { projectDocumentActions } from './actions/document-actions.ts';
import { draftActions } from './actions/draft-actions.ts';
import { draftArchivingActions } from './actions/draft-archiving-actions.ts';
import { draftMoveActions } from './actions/draft-move-actions.ts';
import { exportActions } from './actions/export-actions.ts';
import { editHeaderActions } from './actions/header-edit-actions.ts';
import { inboxActions } from './actions/inbox-actions.ts';
import { integratedContentActions } from './actions/integrated-content-actions.ts';
import { invitationActions } from './actions/invitation-actions.ts';
import { memberActions } from './actions/member-actions.ts';
import { projectArchivingActions } from './actions/project-archiving-actions.ts';
import { projectListActions } from './actions/project-list-actions.ts';
import { publishProjectActions } from './actions/publish-actions.ts';
import { replacementNotificationActions } from './actions/replacement-notification-actions.ts';
import { revisionContentActions } from './actions/revision-content-actions.ts';
import { seatActions } from './actions/seat-actions.ts';
import { sectionActions } from './actions/section-actions.ts';
import { sectionChangeActions } from './actions/section-change-actions.ts';
import { sponsorshipActions } from './actions/sponsorship-actions.ts';
import { standardPinActions } from './actions/standard-pin-actions.ts';
import { standardUseActions } from './actions/standard-use-actions.ts';
import { projectUpgradeActions } from './actions/upgrade-actions.ts';
import { openProjects } from './open-projects.ts';
import { companyLoaders } from './sponsorship/access.ts';

/** Creates the service with its database, handlers, signing keys and jobs. @throws when the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const service = await openProjects(node);
  const { connection, outbox, projects, revisions, signingKeys, jobs, documents } = service;
  return defineService(node, {
    name: 'projects',
    handlers: {
      ...accessActions(service),
      ...draftMoveActions(service),
      ...revisionContentActions(service),
      ...sectionActions(service),
      ...sectionChangeActions(service),
      ...createProjectActions(service),
      ...editHeaderActions(service),
      ...draftActions(service),
      ...detailsActions(service),
      ...projectListActions(service),
      ...projectChangeActions(service),
      ...addStandardActions(service),
      ...standardPinActions(service),
      ...standardUseActions(service),
      ...replacementNotificationActions(service),
      ...draftArchivingActions(service),
      ...projectArchivingActions(service),
      ...projectUpgradeActions(service),
      ...publishProjectActions(service),
      ...exportActions(service),
      ...integratedContentActions(service),
      ...addendumActions(service),
      ...projectDocumentActions(service),
      ...commentListActions(service),
      ...changeCommentActions(service),
      ...invitationActions(service),
      ...memberActions(service),
      ...seatActions(service),
      ...inboxActions(service),
      ...sponsorshipActions(service),
    },
    loaders: { ...projectLoaders(projects, revisions), ...companyLoaders },
    connection,
    outbox,
    backgroundWork: [signingKeys, jobs, documents],
  });
}
