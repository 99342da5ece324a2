/** Builds the repositories, parser, search index and jobs of the service; handlers take what they need. */
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/markup-reader.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineLibraryCopyJob } from './adoption/library-copy-job.ts';
import { ReplacementNotifications } from './adoption/replacement-notifications.ts';
import { Editions } from './adoption/repository.ts';
import { Errata } from './errata/repository.ts';
import { HoldTransfer } from './holds/hold-transfer.ts';
import { Holds } from './holds/repository.ts';
import { LibraryNameTransfer } from './libraries/library-name-transfer.ts';
import { WikiLibraries } from './libraries/repository.ts';
import { ModerationLog } from './moderation-log/repository.ts';
import { PageModerator } from './page-moderation/page-moderator.ts';
import { PageAccess } from './pages/access.ts';
import { Pages } from './pages/repository.ts';
import { RevisionParser } from './pages/revision-parser.ts';
import { ReferencedPages } from './references/referenced-pages.ts';
import { Roles } from './roles/repository.ts';
import { openPageIndex } from './search/open-page-index.ts';
import { Matters } from './worklist/repository.ts';
import { SignalReader } from './worklist/signals.ts';

export type WikiService = Awaited<ReturnType<typeof openWikiModeration>>;

/** @throws when the database cannot be opened */
export async function openWikiModeration(node: Node) {
  const connection = await node.openDatabase('wiki-moderation');
  const counters = new IdCounters(connection);
  const jobs = new JobQueue(connection);
  const libraries = new WikiLibraries(connection);
  const pages = new Pages(connection);
  const editions = new Editions(connection);
  const roles = new Roles(connection);
  const errata = new Errata(connection);
  const holds = new Holds(connection);
  const moderationLog = new ModerationLog(connection, counters);
  const reader = new MarkupReader();
  const revisionParser = new RevisionParser(reader);
  const holdTransfer = new HoldTransfer({ node, pages, holds, jobs });
  const libraryNames = new LibraryNameTransfer({ node, libraries, jobs });
  defineLibraryCopyJob(jobs, { node, libraries, pages, editions, libraryNames });
  return {
    node,
    connection,
    outbox: new Outbox(connection),
    jobs,
    libraries,
    libraryNames,
    pages,
    editions,
    roles,
    errata,
    holds,
    holdTransfer,
    moderationLog,
    matters: new Matters(connection, counters),
    reader,
    revisionParser,
    access: new PageAccess({
      libraries,
      pages,
      roles,
      children: {
        adoptedRevId: async (pageId, id) => (await editions.findOfPage(pageId, id)) !== null,
        errataId: async (pageId, id) => (await errata.findOfPage(pageId, id)) !== null,
        revId: async (pageId, id) => (await pages.revisions.findOfPage(pageId, id)) !== null,
        roleId: async (pageId, id) => (await roles.findById(id))?.page_id === pageId,
      },
    }),
    moderator: new PageModerator({ node, libraries, pages, moderationLog }),
    replacementNotifications: new ReplacementNotifications({ node, editions, holds, holdTransfer, jobs }),
    referencedPages: new ReferencedPages({ libraries, pages, revisionParser }),
    signalReader: new SignalReader({ pages, editions, revisionParser }),
    searchIndex: openPageIndex(node, connection, pages),
  };
}
