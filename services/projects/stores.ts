/** What the actions of this service work on. */
import type { Connection } from 'mongoose';
import { Counters } from '../../shared/kernel/database/counters.ts';
import { Projects } from './access/repository.ts';
import { Drafts } from './drafts/repository.ts';
import { Revisions } from './revisions/repository.ts';
import { StageOutcomes } from './staging/outcomes.ts';

export interface Stores {
  projects: Projects;
  revisions: Revisions;
  drafts: Drafts;
  counters: Counters;
  outcomes: StageOutcomes;
}

/** The stores on the service's own database. */
export function openStores(connection: Connection): Stores {
  const projects = new Projects(connection);
  const revisions = new Revisions(connection);
  return {
    projects,
    revisions,
    drafts: new Drafts(connection, projects, revisions),
    counters: new Counters(connection),
    outcomes: new StageOutcomes(connection),
  };
}
