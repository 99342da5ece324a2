/** The standards service: libraries, categories, standards, working copies, revisions, copies and search. */
import type { ServiceSchema } from 'moleculer';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/markup-reader.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { ProjectChangeQueue } from '../../shared/projects/project-change-queue.ts';
import { editionAdoptionActions } from './adoption/actions.ts';
import { clauseCopyActions } from './adoption/clause-copy-actions.ts';
import { editionStandingActions } from './adoption/standing-actions.ts';
import { categoryLoaders } from './category/access.ts';
import { categoryActions } from './category/actions.ts';
import { Categories } from './category/repository.ts';
import { categoryChangeActions } from './category-changes/actions.ts';
import { standardCitationActions } from './citations/actions.ts';
import { CitingStandards } from './citations/repository.ts';
import { legacyCommentActions } from './comments/actions.ts';
import { LegacyComments } from './comments/repository.ts';
import { standardChangelogActions } from './customization/changelog-actions.ts';
import { standardCustomizeActions } from './customization/customize-actions.ts';
import { DraftCopies } from './customization/draft-copies.ts';
import { draftCopyActions } from './customization/draft-copy-actions.ts';
import { standardMergeActions } from './customization/merge-actions.ts';
import { mergeReplay } from './customization/merge-replay.ts';
import { standardSourceActions } from './customization/source-actions.ts';
import { StandardCopier } from './customization/standard-copier.ts';
import { libraryErrataActions } from './errata/actions.ts';
import { type FindHeldClauses, findHeldClauses } from './holds/held-clauses.ts';
import { PageHolds } from './holds/repository.ts';
import { libraryLoaders } from './library/access.ts';
import { libraryActions } from './library/actions.ts';
import { libraryChange } from './library/change-library.ts';
import { Libraries } from './library/repository.ts';
import { wikiLibraryActions } from './library/wiki-library-actions.ts';
import { standardLifecycleActions } from './lifecycle/actions.ts';
import { StandardDeletion } from './lifecycle/standard-deletion.ts';
import { moderationActions } from './moderation/actions.ts';
import { Descendants } from './moderation/descendants.ts';
import { HoldPropagation } from './moderation/hold-propagation.ts';
import { revisionHoldActions } from './moderation/revision-hold-actions.ts';
import { StandardChanges } from './project-changes.ts';
import { createQuotaCheck } from './quota.ts';
import { crossReferenceActions } from './references/actions.ts';
import { RevisionContents } from './revision/content-repository.ts';
import { HoldInheritance } from './revision/hold-inheritance.ts';
import { internalRevisionActions } from './revision/internal-actions.ts';
import { standardReadActions } from './revision/read-actions.ts';
import { StandardRevisions } from './revision/repository.ts';
import { RevisionWriter } from './revision/revision-writer.ts';
import { standardSearchActions } from './search/actions.ts';
import { openSearchIndex } from './search/open-search-index.ts';
import { standardLoaders } from './standard/access.ts';
import { standardListActions } from './standard/list-actions.ts';
import { Standards } from './standard/repository.ts';
import { standardUpdateActions } from './standard/update-actions.ts';
import { storedBytesActions } from './stored-bytes/actions.ts';
import { tagActions } from './tag/actions.ts';
import { Tags } from './tag/repository.ts';
import { markdownActions } from './validate-markdown/actions.ts';
import { workingCopyLoaders } from './working-copy/access.ts';
import { standardCreateActions } from './working-copy/create-actions.ts';
import { workingCopyOpenActions } from './working-copy/open-actions.ts';
import { workingCopyPublishActions } from './working-copy/publish-actions.ts';
import { WorkingCopies } from './working-copy/repository.ts';
import { workingCopySaveActions } from './working-copy/save-actions.ts';
import { WorkingCopyHolds } from './working-copy/working-copy-holds.ts';

/** Creates the service for a node. @throws when the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('standards');
  const outbox = new Outbox(connection);
  const counters = new IdCounters(connection);
  const libraries = new Libraries(connection, counters);
  const standards = new Standards(connection, counters, libraries);
  const categories = new Categories(connection, counters);
  const revisions = new StandardRevisions(connection, counters);
  const contents = new RevisionContents(connection);
  const workingCopies = new WorkingCopies(connection);
  const reader = new MarkupReader();
  const now = () => node.now();
  const findHeld: FindHeldClauses = (revision) => findHeldClauses(revision, now());
  const pageHolds = new PageHolds(connection);
  const inheritance = new HoldInheritance(revisions, contents, pageHolds);
  const index = openSearchIndex({ node, connection, revisions, contents, findHeldClauses: findHeld });
  const jobs = new JobQueue(connection);
  const projectChanges = new ProjectChangeQueue({ connection, jobs, node, service: 'standards' });
  const deps = {
    connection,
    libraries,
    changeLibrary: libraryChange({
      libraries,
      renameInStandards: (session, id, name) => standards.renameLibrary(session, id, name),
    }),
    holdsWikiCopies: (libraryId: number) => standards.holdsWikiCopies(libraryId),
    categories,
    countStandards: (categoryId: number) => standards.countInCategory(categoryId),
    tags: new Tags(connection),
    standards,
    standardChanges: new StandardChanges(projectChanges),
    deletion: new StandardDeletion(connection),
    revisions,
    contents,
    revisionWriter: new RevisionWriter(standards, revisions, contents, inheritance),
    workingCopies,
    counters,
    reader,
    index,
    assertRoom: createQuotaCheck(),
    now,
    findHeldClauses: findHeld,
    pageHolds,
    inheritance,
    workingCopyHolds: new WorkingCopyHolds({
      standards,
      revisions,
      inheritance,
      findHeldClauses: findHeld,
      now,
    }),
    holdPropagation: new HoldPropagation({
      standards,
      descendants: new Descendants(connection),
      citingStandards: new CitingStandards(connection),
      revisions,
      pageHolds,
      inheritance,
    }),
  };

  const copier = new StandardCopier(deps);
  const draftCopies = new DraftCopies({ ...deps, node });
  return defineService(node, {
    name: 'standards',
    handlers: {
      ...libraryActions(deps),
      ...wikiLibraryActions(deps),
      ...categoryActions(deps),
      ...categoryChangeActions(deps),
      ...tagActions(deps),
      ...standardListActions(deps),
      ...standardUpdateActions(deps),
      ...standardLifecycleActions(deps),
      ...standardReadActions(deps),
      ...internalRevisionActions(deps),
      ...storedBytesActions(deps),
      ...standardCreateActions(deps),
      ...workingCopyOpenActions(deps),
      ...workingCopySaveActions(deps),
      ...workingCopyPublishActions(deps),
      ...editionAdoptionActions(deps),
      ...editionStandingActions(deps),
      ...moderationActions(deps),
      ...revisionHoldActions(deps),
      ...clauseCopyActions(deps),
      ...standardCustomizeActions({ ...deps, copier }),
      ...draftCopyActions({ ...deps, copier, draftCopies }),
      ...standardMergeActions(deps),
      ...standardSourceActions(deps),
      ...standardChangelogActions(deps),
      ...markdownActions(deps),
      ...crossReferenceActions(deps),
      ...libraryErrataActions(deps),
      ...standardCitationActions(deps),
      ...standardSearchActions(deps),
      ...legacyCommentActions(new LegacyComments(connection)),
    },
    replays: { 'standards.merge': mergeReplay(deps) },
    loaders: {
      ...categoryLoaders(categories),
      ...libraryLoaders(libraries),
      ...standardLoaders(standards),
      ...workingCopyLoaders(standards, workingCopies),
    },
    connection,
    outbox,
    backgroundWork: [reader, index, draftCopies, jobs],
    events: { 'gateway.requestAbandoned': (event) => node.abortedRequests.abort(event) },
  });
}
