/**
 * Opens the repositories of the projects service that its handlers share. Certificates, signing keys and the
 * notice queue: `service.ts`.
 */
import type { Connection } from 'mongoose';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { Projects } from './access/repository.ts';
import { ProjectChanges } from './changes/repository.ts';
import { Comments } from './comments/repository.ts';
import { DraftMoveOutcomes } from './draft-moves/outcomes.ts';
import { Drafts } from './drafts/draft-transactions.ts';
import { Invitations } from './members/invitations.ts';
import { Members } from './members/repository.ts';
import { SponsorshipRequests } from './members/sponsorship-requests.ts';
import { FileIds } from './revisions/file-ids.ts';
import { DraftVersions, ProjectRevisions, PublishedPointers } from './revisions/repository.ts';
import { RunningImports } from './standards/running-imports.ts';

export interface Repositories {
  projects: Projects;
  revisions: ProjectRevisions;
  fileIds: FileIds;
  versions: DraftVersions;
  pointers: PublishedPointers;
  projectChanges: ProjectChanges;
  drafts: Drafts;
  moveOutcomes: DraftMoveOutcomes;
  runningImports: RunningImports;
  comments: Comments;
  members: Members;
  invitations: Invitations;
  sponsorshipRequests: SponsorshipRequests;
}

/** Opens the repositories on the database of the service. */
export function openRepositories(connection: Connection): Repositories {
  const counters = new IdCounters(connection);
  const projects = new Projects(connection, counters);
  const revisions = new ProjectRevisions(connection, counters);
  const versions = new DraftVersions(connection);
  const pointers = new PublishedPointers(connection);
  const projectChanges = new ProjectChanges(connection, projects);
  const drafts = new Drafts({ connection, projects, revisions, versions, pointers, projectChanges });
  return {
    projects,
    revisions,
    fileIds: new FileIds(revisions),
    versions,
    pointers,
    projectChanges,
    drafts,
    moveOutcomes: new DraftMoveOutcomes(connection),
    runningImports: new RunningImports(connection),
    comments: new Comments(connection, counters),
    members: new Members(connection),
    invitations: new Invitations(connection),
    sponsorshipRequests: new SponsorshipRequests(connection, counters),
  };
}
