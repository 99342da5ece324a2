/**
 * The service `wiki-moderation`: public standards as markdown, their revisions and adopted editions, their moderation, and
 * the job that copies editions into the library.
 */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { wikiAdoptionActions } from './actions/adoption-actions.ts';
import { wikiAdoptionPreviewActions } from './actions/adoption-preview-actions.ts';
import { wikiCategoryActions } from './actions/category-actions.ts';
import { wikiCitationActions } from './actions/citation-actions.ts';
import { wikiClauseRevocationActions } from './actions/clause-revocation-actions.ts';
import { wikiEditActions } from './actions/edit-actions.ts';
import { wikiEditionRevocationActions } from './actions/edition-revocation-actions.ts';
import { wikiErratumWriteActions } from './actions/erratum-actions.ts';
import { wikiErratumReadActions } from './actions/erratum-read-actions.ts';
import { wikiInternalHandlers } from './actions/internal-actions.ts';
import { wikiLibraryActions } from './actions/library-actions.ts';
import { moderationLogActions } from './actions/moderation-log-actions.ts';
import { pageReplay, wikiPageActions } from './actions/page-actions.ts';
import { wikiPageModerationActions } from './actions/page-moderation-actions.ts';
import { wikiProposalActions } from './actions/proposal-actions.ts';
import { wikiRevisionActions } from './actions/revision-actions.ts';
import { wikiRevisionVisibilityActions } from './actions/revision-visibility-actions.ts';
import { wikiRoleAssignmentActions } from './actions/role-actions.ts';
import { wikiSearchActions } from './actions/search-actions.ts';
import { wikiValidationActions } from './actions/validation-actions.ts';
import { wikiWorklistActions } from './actions/worklist-actions.ts';
import { openWikiModeration } from './open-wiki-moderation.ts';

/** Creates the service for a node. @throws when the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const service = await openWikiModeration(node);
  const { connection, outbox, access, jobs, reader, searchIndex } = service;
  const replay = pageReplay(service);
  return defineService(node, {
    name: 'wiki-moderation',
    handlers: {
      ...wikiLibraryActions(service),
      ...wikiCategoryActions(service),
      ...wikiPageActions(service),
      ...wikiEditActions(service),
      ...wikiRevisionActions(service),
      ...wikiValidationActions(service),
      ...wikiAdoptionPreviewActions(service),
      ...wikiAdoptionActions(service),
      ...wikiProposalActions(service),
      ...wikiEditionRevocationActions(service),
      ...wikiClauseRevocationActions(service),
      ...wikiWorklistActions(service),
      ...wikiCitationActions(service),
      ...wikiSearchActions(service),
      ...wikiErratumReadActions(service),
      ...wikiErratumWriteActions(service),
      ...moderationLogActions(service),
      ...wikiPageModerationActions(service),
      ...wikiRevisionVisibilityActions(service),
      ...wikiRoleAssignmentActions(service),
      ...wikiInternalHandlers(service),
    },
    replays: { 'wiki.standards.create': replay, 'wiki.standards.revert': replay },
    loaders: { wikiStandard: (id, ctx, params) => access.findById(id, ctx, params) },
    connection,
    outbox,
    backgroundWork: [jobs, reader, searchIndex],
    events: { 'gateway.requestAbandoned': (event) => node.abortedRequests.abort(event) },
  });
}
