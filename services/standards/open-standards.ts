/** What the handlers of the service share: its repositories, quota, holds, reader of markup and queues. */
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/markup-reader.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { ProjectChangeQueue } from '../../shared/projects/project-change-queue.ts';
import { Categories } from './category/repository.ts';
import { CitingStandards } from './citations/repository.ts';
import { type FindHeldClauses, findHeldClauses } from './holds/held-clauses.ts';
import { PageHolds } from './holds/repository.ts';
import { Libraries } from './library/repository.ts';
import { Descendants } from './moderation/descendants.ts';
import { HoldPropagation } from './moderation/hold-propagation.ts';
import { StandardChanges } from './project-changes.ts';
import { createQuotaCheck } from './quota.ts';
import { RevisionContents } from './revision/content-repository.ts';
import { HoldInheritance } from './revision/hold-inheritance.ts';
import { StandardRevisions } from './revision/repository.ts';
import { RevisionWriter } from './revision/revision-writer.ts';
import { FiledStandards } from './standard/filed-standards.ts';
import { Standards } from './standard/repository.ts';
import { StandardLists } from './standard/standard-lists.ts';
import { Tags } from './tag/repository.ts';
import { WorkingCopies } from './working-copy/repository.ts';
import { WorkingCopyHolds } from './working-copy/working-copy-holds.ts';

export type StandardsService = Awaited<ReturnType<typeof openStandards>>;

/** @throws when the database cannot be opened */
export async function openStandards(node: Node) {
  const connection = await node.openDatabase('standards');
  const counters = new IdCounters(connection);
  const libraries = new Libraries(connection, counters);
  const standards = new Standards(connection, counters, libraries);
  const revisions = new StandardRevisions(connection, counters);
  const contents = new RevisionContents(connection);
  const now = (): Date => node.now();
  const findHeld: FindHeldClauses = (revision) => findHeldClauses(revision, now());
  const citingStandards = new CitingStandards(connection);
  const pageHolds = new PageHolds(connection);
  const inheritance = new HoldInheritance(revisions, contents, pageHolds);
  const descendants = new Descendants(connection);
  const jobs = new JobQueue(connection);
  const projectChanges = new ProjectChangeQueue({ connection, jobs, node, service: 'standards' });
  return {
    connection,
    outbox: new Outbox(connection),
    jobs,
    now,
    counters,
    reader: new MarkupReader(),
    assertRoom: createQuotaCheck(),
    libraries,
    categories: new Categories(connection, counters),
    tags: new Tags(connection),
    standards,
    standardLists: new StandardLists(connection),
    filedStandards: new FiledStandards(connection),
    standardChanges: new StandardChanges(projectChanges),
    citingStandards,
    revisions,
    contents,
    revisionWriter: new RevisionWriter(standards, revisions, contents, inheritance),
    workingCopies: new WorkingCopies(connection),
    pageHolds,
    findHeldClauses: findHeld,
    workingCopyHolds: new WorkingCopyHolds({
      standards,
      revisions,
      inheritance,
      findHeldClauses: findHeld,
      now,
    }),
    holdPropagation: new HoldPropagation({
      standards,
      descendants,
      citingStandards,
      revisions,
      pageHolds,
      inheritance,
    }),
  };
}
