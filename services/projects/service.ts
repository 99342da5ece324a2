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
import { describeCommentEvent } from './comments/notice-content.ts';
import { draftMoveActions } from './draft-moves/actions.ts';
import { draftActions } from './drafts/actions.ts';
import { exportActions } from './export/export-actions.ts';
import { integratedContentActions } from './export/integrated-content-actions.ts';
import { proofActions } from './export/proof-actions.ts';
import { ValueTrees } from './export/value-trees.ts';
import { createProjectActions } from './header/create-actions.ts';
import { editHeaderActions } from './header/edit-actions.ts';
import { invitationActions } from './members/invite-actions.ts';
import { leadActions } from './members/lead-actions.ts';
import { memberActions } from './members/member-actions.ts';
import { RoleSettlements } from './members/role-settlements.ts';
import { SentInvitations } from './members/sent-invitations.ts';
import { NoticeQueue } from './notices/notice-queue.ts';
import { publishProjectActions } from './publishing/actions.ts';
import { revisionContentActions } from './reading/content-actions.ts';
import { detailsActions } from './reading/details-actions.ts';
import { projectListActions } from './reading/list-actions.ts';
import { openRepositories } from './repositories.ts';
import { sectionActions } from './sections/actions.ts';
import { sectionChangeActions } from './sections/change-actions.ts';
import { companyLoaders } from './sponsorship/access.ts';
import { sponsorshipActions } from './sponsorship/decision-actions.ts';
import { seatActions } from './sponsorship/seat-actions.ts';
import { addStandardActions } from './standards/add-actions.ts';
import { standardPinActions } from './standards/pin-actions.ts';
import { replacementNoticeActions } from './standards/replacement-notice-actions.ts';
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
  const outbox = new Outbox(connection);
  const deps = {
    ...repositories,
    connection,
    node,
    signingKeys,
    valueTrees: new ValueTrees(),
    certificates: new Certificates(connection),
    sentInvitations: new SentInvitations(repositories),
    settlements: new RoleSettlements({ ...repositories, connection, jobs, outbox, node }),
    notices: new NoticeQueue({
      connection,
      jobs,
      node,
      describeCommentEvent: (...event) => describeCommentEvent({ ...repositories, node }, ...event),
    }),
    contentIds: new ContentIds(),
  };
  return defineService(node, {
    name: 'projects',
    handlers: {
      ...accessActions(deps),
      ...draftMoveActions(deps),
      ...revisionContentActions(deps),
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
      ...replacementNoticeActions(deps),
      ...draftArchivingActions(deps),
      ...projectArchivingActions({ ...deps, retentionYears: node.config.retentionYears }),
      ...projectUpgradeActions(deps),
      ...publishProjectActions(deps),
      ...exportActions(deps),
      ...proofActions(deps),
      ...integratedContentActions(deps),
      ...listCommentActions(deps),
      ...changeCommentActions(deps),
      ...invitationActions(deps),
      ...memberActions(deps),
      ...leadActions(deps),
      ...seatActions(deps),
      ...sponsorshipActions(deps),
    },
    loaders: { ...projectLoaders(deps), ...companyLoaders },
    connection,
    outbox,
    backgroundWork: [signingKeys, jobs],
  });
}
