/** Builds the repositories, caches and jobs of the service; handlers take what they need. */
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { DocumentWriter } from '../../shared/kernel/document-writer/document-writer.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { Projects } from './access/repository.ts';
import { Certificates, SigningKeys } from './certificates/repository.ts';
import { ProjectChanges } from './changes/repository.ts';
import { ContentIds } from './comments/content-ids.ts';
import { describeCommentEvent } from './comments/notification-content.ts';
import { Comments } from './comments/repository.ts';
import { DraftMoveOutcomes } from './draft-moves/outcomes.ts';
import { Drafts } from './drafts/draft-transactions.ts';
import { defineRemovalOfDraftFiles } from './drafts/file-removal-job.ts';
import { ValueTrees } from './export/value-trees.ts';
import { Invitations } from './members/invitations.ts';
import { Members } from './members/repository.ts';
import { RoleReconciliation } from './members/role-reconciliation.ts';
import { SponsorshipRequests } from './members/sponsorship-requests.ts';
import { InvitationWithdrawal } from './members/withdraw-invitations.ts';
import { NotificationQueue } from './notifications/notification-queue.ts';
import { FileIds } from './revisions/file-ids.ts';
import { DraftVersions, ProjectRevisions, PublishedPointers } from './revisions/repository.ts';
import { RunningImports } from './standards/running-imports.ts';

export type ProjectsService = Awaited<ReturnType<typeof openProjects>>;

/** @throws when the database cannot be opened */
export async function openProjects(node: Node) {
  const connection = await node.openDatabase('projects');
  const counters = new IdCounters(connection);
  const jobs = new JobQueue(connection);
  const outbox = new Outbox(connection);
  defineRemovalOfDraftFiles(jobs, node);
  const projects = new Projects(connection, counters);
  const revisions = new ProjectRevisions(connection, counters);
  const versions = new DraftVersions(connection);
  const pointers = new PublishedPointers(connection);
  const projectChanges = new ProjectChanges(connection, projects);
  const comments = new Comments(connection, counters);
  const members = new Members(connection);
  const invitations = new Invitations(connection);
  const sponsorshipRequests = new SponsorshipRequests(connection, counters);
  return {
    node,
    connection,
    jobs,
    outbox,
    documents: new DocumentWriter({ log: (line) => node.log.error(line) }),
    projects,
    revisions,
    fileIds: new FileIds(revisions),
    versions,
    pointers,
    projectChanges,
    drafts: new Drafts({ connection, projects, revisions, versions, pointers, projectChanges }),
    moveOutcomes: new DraftMoveOutcomes(connection),
    runningImports: new RunningImports(connection),
    comments,
    contentIds: new ContentIds(),
    members,
    invitations,
    sponsorshipRequests,
    invitationWithdrawal: new InvitationWithdrawal({ projects, invitations, projectChanges }),
    roleReconciliation: new RoleReconciliation({
      connection,
      jobs,
      outbox,
      node,
      projects,
      members,
      invitations,
      sponsorshipRequests,
      projectChanges,
    }),
    notifications: new NotificationQueue({
      connection,
      jobs,
      node,
      describeCommentEvent: (...event) =>
        describeCommentEvent({ node, projects, revisions, comments }, ...event),
    }),
    certificates: new Certificates(connection),
    signingKeys: new SigningKeys(connection),
    valueTrees: new ValueTrees(),
  };
}
