/** The standards service: libraries, categories, standards, working copies, revisions, copies and search. */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { categoryActions } from './actions/category-actions.ts';
import { standardCreateActions } from './actions/create-actions.ts';
import { standardDocumentActions } from './actions/document-actions.ts';
import { holdActions } from './actions/hold-actions.ts';
import { standardImageActions } from './actions/image-actions.ts';
import { internalRevisionActions } from './actions/internal-revision-actions.ts';
import { libraryActions } from './actions/library-actions.ts';
import { standardListActions } from './actions/list-actions.ts';
import { workingCopyPublishActions } from './actions/publish-actions.ts';
import { standardReadActions } from './actions/read-actions.ts';
import { workingCopySaveActions } from './actions/save-actions.ts';
import { tagActions } from './actions/tag-actions.ts';
import { standardUpdateActions } from './actions/update-actions.ts';
import { workingCopyActions } from './actions/working-copy-actions.ts';
import { editionAdoptionActions } from './adoption/actions.ts';
import { clauseCopyActions } from './adoption/clause-copy-actions.ts';
import { editionStatusActions } from './adoption/edition-status-actions.ts';
import { categoryLoaders } from './category/access.ts';
import { categoryChangeActions } from './category-changes/actions.ts';
import { standardChangelogActions } from './customization/changelog-actions.ts';
import { standardCopyActions } from './customization/copy-actions.ts';
import { DraftCopies } from './customization/draft-copies.ts';
import { standardMergeActions } from './customization/merge-actions.ts';
import { mergeReplay } from './customization/merge-replay.ts';
import { standardSourceActions } from './customization/source-actions.ts';
import { legacyCommentActions } from './legacy-comments/actions.ts';
import { LegacyComments } from './legacy-comments/repository.ts';
import { libraryLoaders } from './library/access.ts';
import { standardLifecycleActions } from './lifecycle/actions.ts';
import { openStandards } from './open-standards.ts';
import { crossReferenceActions } from './references/actions.ts';
import { standardSearchActions } from './search/actions.ts';
import { openSearchIndex } from './search/standard-index.ts';
import { standardLoaders } from './standard/access.ts';
import { markdownActions } from './validate-markdown/actions.ts';
import { workingCopyLoaders } from './working-copy/access.ts';

/** Creates the service for a node. @throws when the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const service = await openStandards(node);
  const { connection, outbox, jobs, reader, documents, categories, libraries, standards, workingCopies } =
    service;
  const index = openSearchIndex(node, service);
  const draftCopies = new DraftCopies(node, service);
  return defineService(node, {
    name: 'standards',
    handlers: {
      ...libraryActions(service),
      ...categoryActions(service),
      ...categoryChangeActions(service),
      ...tagActions(service),
      ...standardListActions(service),
      ...standardUpdateActions(service),
      ...standardLifecycleActions(service),
      ...standardReadActions(service),
      ...standardDocumentActions(service),
      ...standardImageActions(service),
      ...internalRevisionActions(service),
      ...standardCreateActions(service),
      ...workingCopyActions(service),
      ...workingCopySaveActions(service),
      ...workingCopyPublishActions(service),
      ...editionAdoptionActions(service),
      ...editionStatusActions(service),
      ...holdActions(service),
      ...clauseCopyActions(service),
      ...standardCopyActions(service, draftCopies),
      ...standardMergeActions(service),
      ...standardSourceActions(service),
      ...standardChangelogActions(service),
      ...markdownActions(service),
      ...crossReferenceActions(service),
      ...standardSearchActions(service, index),
      ...legacyCommentActions(new LegacyComments(connection)),
    },
    replays: { 'standards.merge': mergeReplay(service) },
    loaders: {
      ...categoryLoaders(categories),
      ...libraryLoaders(libraries),
      ...standardLoaders(standards),
      ...workingCopyLoaders(standards, workingCopies),
    },
    connection,
    outbox,
    backgroundWork: [reader, documents, service.catalogues, service.svgChecker, index, draftCopies, jobs],
    events: { 'gateway.requestAbandoned': (event) => node.abortedRequests.abort(event) },
  });
}
