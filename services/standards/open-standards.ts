/** Builds the repositories, quota check, markup reader and queues of the service; handlers take what they need. */

import { SvgChecker } from '../../shared/file-content/svg-checker.ts';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { DocumentWriter } from '../../shared/kernel/document-writer/document-writer.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/markup-reader.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { ProjectChangeQueue } from '../../shared/projects/project-change-queue.ts';
import { Categories } from './category/repository.ts';
import { CitingStandards } from './citations/repository.ts';
import { type FindHeldClauses, findHeldClauses } from './holds/held-clauses.ts';
import { PageHolds, StoredOrigins } from './holds/repository.ts';
import { StandardImages } from './images/repository.ts';
import { Libraries } from './library/repository.ts';
import { PageHoldUpdates } from './moderation/page-hold-updates.ts';
import { PageStandards } from './moderation/page-standards.ts';
import { StandardChanges } from './project-changes.ts';
import { createQuotaCheck } from './quota.ts';
import { CatalogueWriter } from './revision/catalogue-writer.ts';
import { ClauseLineage } from './revision/clause-lineage.ts';
import { RevisionContents } from './revision/content-repository.ts';
import { StandardRevisions } from './revision/repository.ts';
import { RevisionHolds } from './revision/revision-holds.ts';
import { RevisionWriter } from './revision/revision-writer.ts';
import { SealedClauses } from './revision/sealed-clauses.ts';
import { Standards } from './standard/repository.ts';
import { StandardLists } from './standard/standard-lists.ts';
import { StandardsByCategory } from './standard/standards-by-category.ts';
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
  const contents = new RevisionContents(connection);
  const pageHolds = new PageHolds(connection);
  const storedOrigins = new StoredOrigins(connection);
  const sealedClauses = new SealedClauses(connection, contents);
  const lineage = new ClauseLineage(sealedClauses, storedOrigins);
  const revisionHolds = new RevisionHolds({ pageHolds, clauses: sealedClauses, lineage });
  const revisions = new StandardRevisions(connection, counters, revisionHolds);
  const pageStandards = new PageStandards(connection);
  const now = (): Date => node.now();
  const findHeld: FindHeldClauses = (revision) => findHeldClauses(revision, now());
  const jobs = new JobQueue(connection);
  const projectChanges = new ProjectChangeQueue({ connection, jobs, node, service: 'standards' });
  return {
    connection,
    outbox: new Outbox(connection),
    jobs,
    now,
    counters,
    reader: new MarkupReader(),
    catalogues: new CatalogueWriter(),
    documents: new DocumentWriter({ log: (line) => node.log.error(line) }),
    assertWithinQuota: createQuotaCheck(),
    libraries,
    categories: new Categories(connection, counters),
    tags: new Tags(connection),
    images: new StandardImages(connection),
    svgChecker: new SvgChecker(),
    standards,
    standardLists: new StandardLists(connection),
    standardsByCategory: new StandardsByCategory(connection),
    standardChanges: new StandardChanges(projectChanges),
    citingStandards: new CitingStandards(connection),
    revisions,
    contents,
    revisionWriter: new RevisionWriter({
      standards,
      revisions,
      contents,
      lineage,
      storedOrigins,
      revisionHolds,
    }),
    workingCopies: new WorkingCopies(connection),
    pageStandards,
    revisionHolds,
    findHeldClauses: findHeld,
    workingCopyHolds: new WorkingCopyHolds({ revisionHolds, findHeldClauses: findHeld, now }),
    pageHoldUpdates: new PageHoldUpdates({
      standards,
      pageStandards,
      pageHolds,
      sealedClauses,
      revisionHolds,
    }),
  };
}
