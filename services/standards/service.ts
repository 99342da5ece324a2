/** The standards service: libraries, categories, standards, working copies and sealed revisions. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/markup-reader.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { editionAdoptionActions } from './adoption/actions.ts';
import { categoryLoaders } from './category/access.ts';
import { categoryActions } from './category/actions.ts';
import { Categories } from './category/repository.ts';
import { categoryAdoptActions } from './category-changes/adopt-actions.ts';
import { categoryDeleteActions } from './category-changes/delete-actions.ts';
import { FiledStandards } from './category-changes/filed-standards.ts';
import { categoryMergeActions } from './category-changes/merge-actions.ts';
import { TreeChanges } from './category-changes/tree-changes.ts';
import { categoryUpdateActions } from './category-changes/update-actions.ts';
import { legacyCommentActions } from './comments/actions.ts';
import { LegacyComments } from './comments/repository.ts';
import { standardChangelogActions } from './customization/changelog-actions.ts';
import { standardCustomizeActions } from './customization/customize-actions.ts';
import { standardMergeActions } from './customization/merge-actions.ts';
import { MergePlanner } from './customization/merge-planner.ts';
import { standardSourceActions } from './customization/source-actions.ts';
import { libraryLoaders } from './library/access.ts';
import { libraryActions } from './library/actions.ts';
import { libraryChangeActions } from './library/change-actions.ts';
import { Libraries } from './library/repository.ts';
import { standardLifecycleActions } from './lifecycle/actions.ts';
import { StandardErasure } from './lifecycle/erasure.ts';
import { markdownActions } from './markdown/actions.ts';
import { crossReferenceActions } from './references/actions.ts';
import { RevisionContents } from './revision/content-repository.ts';
import { internalRevisionActions } from './revision/internal-actions.ts';
import { findHeldClauses } from './revision/present-clauses.ts';
import { standardReadActions } from './revision/read-actions.ts';
import { StandardRevisions } from './revision/repository.ts';
import { RevisionWriter } from './revision/revision-writer.ts';
import { standardSearchActions } from './search/actions.ts';
import { openSearchIndex } from './search/open-search-index.ts';
import { standardLoaders } from './standard/access.ts';
import { standardListActions } from './standard/list-actions.ts';
import { Standards } from './standard/repository.ts';
import { standardUpdateActions } from './standard/update-actions.ts';
import { tagActions } from './tag/actions.ts';
import { Tags } from './tag/repository.ts';
import { workingCopyLoaders } from './working-copy/access.ts';
import { standardCreateActions } from './working-copy/create-actions.ts';
import { IdentityAllocator } from './working-copy/identity-allocator.ts';
import { workingCopyOpenActions } from './working-copy/open-actions.ts';
import { workingCopyPublishActions } from './working-copy/publish-actions.ts';
import { WorkingCopies } from './working-copy/repository.ts';
import { workingCopySaveActions } from './working-copy/save-actions.ts';

/** Creates the service for a node. @throws when the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('standards');
  const outbox = new Outbox(connection);
  const counters = new IdCounters(connection);
  const standards = new Standards(connection, counters);
  const categories = new Categories(connection, counters);
  const treeChanges = new TreeChanges(categories, new FiledStandards(connection));
  const libraries = new Libraries(connection, counters);
  const revisions = new StandardRevisions(connection, counters);
  const contents = new RevisionContents(connection);
  const workingCopies = new WorkingCopies(connection);
  const tags = new Tags(connection);
  const identities = new IdentityAllocator(counters);
  const reader = new MarkupReader();
  const searchIndex = openSearchIndex({ node, connection, revisions, contents, findHeldClauses });
  const revisionWriter = new RevisionWriter(standards, revisions, contents);
  const planner = new MergePlanner({ standards, revisions, contents, workingCopies });

  return defineService(node, {
    name: 'standards',
    handlers: {
      ...libraryActions({ libraries }),
      ...libraryChangeActions({
        connection,
        libraries,
        renameInStandards: (session, id, name) => standards.renameLibrary(session, id, name),
      }),
      ...categoryActions({ connection, categories, countStandards: (id) => standards.countInCategory(id) }),
      ...tagActions({ tags }),
      ...standardListActions({ standards }),
      ...categoryUpdateActions({ connection, categories, treeChanges }),
      ...categoryMergeActions({ connection, categories, treeChanges }),
      ...categoryDeleteActions({ connection, categories, treeChanges }),
      ...categoryAdoptActions({ connection, categories }),
      ...standardUpdateActions({ connection, standards, categories }),
      ...standardLifecycleActions({ connection, standards, erasure: new StandardErasure(connection) }),
      ...legacyCommentActions(new LegacyComments(connection)),
      ...crossReferenceActions({ standards, revisions }),
      ...standardReadActions({ revisions, contents }),
      ...standardSearchActions({ index: searchIndex, standards, findHeldClauses }),
      ...internalRevisionActions({ categories, standards, revisions, contents }),
      ...standardCreateActions({ connection, standards, categories, libraries, workingCopies }),
      ...workingCopyOpenActions({ connection, standards, workingCopies, revisions, contents }),
      ...workingCopySaveActions({ connection, workingCopies, identities, reader }),
      ...workingCopyPublishActions({ connection, standards, workingCopies, revisions, revisionWriter, tags }),
      ...markdownActions({ standards, revisions, contents, workingCopies, reader }),
      ...standardCustomizeActions({
        connection,
        standards,
        categories,
        libraries,
        revisions,
        contents,
        revisionWriter,
      }),
      ...standardMergeActions({ connection, standards, revisions, workingCopies, planner }),
      ...standardSourceActions({ connection, standards, revisions }),
      ...standardChangelogActions({ standards, revisions, contents }),
      ...editionAdoptionActions({
        connection,
        standards,
        categories,
        libraries,
        revisions,
        contents,
        revisionWriter,
        identities,
      }),
    },
    loaders: {
      ...categoryLoaders(categories),
      ...libraryLoaders(libraries),
      ...standardLoaders(standards),
      ...workingCopyLoaders(standards, workingCopies),
    },
    connection,
    outbox,
    backgroundWork: [reader, searchIndex],
    events: { 'gateway.requestAbandoned': (event) => node.abortedRequests.abort(event) },
  });
}
