/** What the actions of this service work on. */
import type { Connection } from 'mongoose';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { Projects } from './access/repository.ts';
import { DraftMoveOutcomes } from './draft-moves/outcomes.ts';
import { Drafts } from './drafts/repository.ts';
import { ProjectRevisions } from './revisions/repository.ts';

export interface Repositories {
  projects: Projects;
  revisions: ProjectRevisions;
  drafts: Drafts;
  counters: IdCounters;
  moveOutcomes: DraftMoveOutcomes;
}

/** The stores on the service's own database. */
export function openRepositories(connection: Connection): Repositories {
  const projects = new Projects(connection);
  const revisions = new ProjectRevisions(connection);
  return {
    projects,
    revisions,
    drafts: new Drafts(connection, projects, revisions),
    counters: new IdCounters(connection),
    moveOutcomes: new DraftMoveOutcomes(connection),
  };
}
