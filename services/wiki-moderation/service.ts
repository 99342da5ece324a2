/**
 * The wiki service: public standards as markdown, their revisions and adopted editions, their moderation, and
 * the job that copies editions into the library.
 */
import type { ServiceSchema } from 'moleculer';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/markup-reader.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { wikiAdoptionActions } from './adoption/actions.ts';
import { wikiAdoptionInternalActions } from './adoption/internal-actions.ts';
import { defineLibraryCopyJob } from './adoption/library-copy-job.ts';
import { wikiAdoptionPreviewActions } from './adoption/preview-actions.ts';
import { wikiProposalActions } from './adoption/proposal-actions.ts';
import { Editions } from './adoption/repository.ts';
import { wikiCitationActions } from './citations/actions.ts';
import { wikiErratumWriteActions } from './errata/actions.ts';
import { wikiErratumInternalActions } from './errata/internal-actions.ts';
import { wikiErratumReadActions } from './errata/read-actions.ts';
import { Errata } from './errata/repository.ts';
import { HoldTransfer } from './holds/hold-transfer.ts';
import { RevocationWindows } from './holds/repository.ts';
import { wikiLibraryActions } from './libraries/actions.ts';
import { wikiCategoryActions } from './libraries/category-actions.ts';
import { wikiLibraryChangeActions } from './libraries/change-actions.ts';
import { LibraryNameTransfer } from './libraries/library-name-transfer.ts';
import { WikiLibraries } from './libraries/repository.ts';
import { moderationLogActions } from './moderation-log/actions.ts';
import { ModerationLog } from './moderation-log/repository.ts';
import { wikiArchiveActions } from './page-moderation/archive-actions.ts';
import { PageModerator } from './page-moderation/page-moderator.ts';
import { wikiRevisionVisibilityActions } from './page-moderation/revision-actions.ts';
import { wikiRoleAssignmentActions } from './page-moderation/role-actions.ts';
import { wikiTitleAndSlugActions } from './page-moderation/title-and-slug-actions.ts';
import { PageAccess } from './pages/access.ts';
import { wikiPageActions } from './pages/actions.ts';
import { wikiDiffActions } from './pages/diff-actions.ts';
import { wikiEditActions } from './pages/edit-actions.ts';
import { wikiLibraryReadActions } from './pages/library-actions.ts';
import { pageReplay } from './pages/page-replay.ts';
import { Pages } from './pages/repository.ts';
import { RevisionParser } from './pages/revision-parser.ts';
import { wikiReferenceInternalActions } from './references/internal-actions.ts';
import { ReferencedPages } from './references/referenced-pages.ts';
import { wikiClauseRevocationActions } from './revocations/clause-actions.ts';
import { wikiEditionRevocationActions } from './revocations/edition-actions.ts';
import { ReplacementNotices } from './revocations/replacement-notices.ts';
import { wikiRoleActions } from './roles/actions.ts';
import { Roles } from './roles/repository.ts';
import { wikiSearchActions } from './search/actions.ts';
import { openPageIndex } from './search/open-page-index.ts';
import { wikiValidationActions } from './validation/actions.ts';
import { wikiWorklistActions } from './worklist/actions.ts';
import { Matters } from './worklist/repository.ts';

/** Creates the service for a node. @throws when the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('wiki-moderation');
  const outbox = new Outbox(connection);
  const libraries = new WikiLibraries(connection);
  const pages = new Pages(connection);
  const editions = new Editions(connection);
  const roles = new Roles(connection);
  const errata = new Errata(connection);
  const jobs = new JobQueue(connection);
  const counters = new IdCounters(connection);
  const log = new ModerationLog(connection, counters);
  const moderator = new PageModerator({ node, libraries, pages, log });
  const reader = new MarkupReader();
  const outlines = new RevisionParser(reader);
  const referencedPages = new ReferencedPages({ libraries, pages, outlines });
  const index = openPageIndex({ node, connection, pages });
  const windows = new RevocationWindows(connection);
  const matters = new Matters(connection, counters);
  const holds = new HoldTransfer({ node, pages, windows, jobs });
  const access = new PageAccess({
    libraries,
    pages,
    roles,
    children: {
      adoptedRevId: async (pageId, id) => (await editions.findOfPage(pageId, id)) !== null,
      errataId: async (pageId, id) => (await errata.findOfPage(pageId, id)) !== null,
      revId: async (pageId, id) => (await pages.revisions.findOfPage(pageId, id)) !== null,
      roleId: async (pageId, id) => (await roles.findById(id))?.page_id === pageId,
    },
  });
  const names = new LibraryNameTransfer({ node, libraries, jobs });
  defineLibraryCopyJob(jobs, { node, libraries, pages, editions, names });
  const adoption = { node, libraries, pages, editions, windows, holds, jobs, outlines };
  const replacementNotices = new ReplacementNotices({ node, editions, windows, holds, jobs });
  const records = { libraries, pages, editions, windows, matters, log };
  const moderation = { node, ...records, holds, jobs, replacementNotices };
  const replay = pageReplay({ access, libraries, pages });
  return defineService(node, {
    name: 'wiki-moderation',
    handlers: {
      ...wikiLibraryActions({ connection, libraries }),
      ...wikiLibraryChangeActions({
        connection,
        libraries,
        names,
        countPublished: (id) => pages.countPublished(id),
        hasPages: (session, id) => pages.hasPages(session, id),
      }),
      ...wikiCategoryActions({
        connection,
        libraries,
        uncategorize: (session, libraryId, ids) => pages.uncategorize(session, libraryId, ids),
      }),
      ...wikiLibraryReadActions({ libraries, pages }),
      ...wikiPageActions({ node, connection, access, libraries, pages, reader, outlines }),
      ...wikiEditActions({ node, connection, libraries, pages, reader, outlines }),
      ...wikiDiffActions({ pages, reader }),
      ...wikiValidationActions({ access, libraries, pages, reader, outlines, referencedPages }),
      ...wikiAdoptionPreviewActions({ libraries, pages, editions, outlines }),
      ...wikiAdoptionActions(adoption),
      ...wikiProposalActions(adoption),
      ...wikiEditionRevocationActions(moderation),
      ...wikiClauseRevocationActions(moderation),
      ...wikiWorklistActions({ node, libraries, pages, editions, windows, matters, roles, outlines }),
      ...wikiAdoptionInternalActions({ pages }),
      ...wikiRoleActions(roles),
      ...wikiCitationActions({ connection, libraries }),
      ...wikiSearchActions({ index, libraries, pages }),
      ...wikiErratumReadActions({ access, editions, errata }),
      ...wikiErratumWriteActions({ node, pages, editions, errata, log }),
      ...wikiErratumInternalActions(errata),
      ...wikiReferenceInternalActions(referencedPages),
      ...moderationLogActions({ config: node.config, libraries, pages, log }),
      ...wikiArchiveActions({ pages, moderator }),
      ...wikiTitleAndSlugActions({ pages, moderator }),
      ...wikiRevisionVisibilityActions({ pages, editions, moderator }),
      ...wikiRoleAssignmentActions({ node, pages, roles }),
    },
    replays: { 'wiki.standards.create': replay, 'wiki.standards.revert': replay },
    loaders: { wikiStandard: (id, ctx, params) => access.findById(id, ctx, params) },
    connection,
    outbox,
    backgroundWork: [jobs, reader, index],
    events: { 'gateway.requestAbandoned': (event) => node.abortedRequests.abort(event) },
  });
}
