/** Handlers of the endpoints that propose an edition, and publish or cancel the proposal (decisions A21, W7). */
import type { ClientSession, Connection } from 'mongoose';
import type { wikiProposalEndpoints } from '../../../shared/contracts/wiki-moderation/proposals.ts';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import type { AuditEntryInput } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { assertNotHeld } from '../holds/held-clauses.ts';
import type { PageHolds } from '../holds/page-holds.ts';
import type { RevocationWindows } from '../holds/repository.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { WikiResources } from '../pages/access.ts';
import type { Pages } from '../pages/repository.ts';
import type { RevisionParser } from '../pages/revision-parser.ts';
import { parseEditionContent } from './edition-content.ts';
import { LIBRARY_COPY_JOB } from './library-copy-job.ts';
import type { EditionRecord } from './model.ts';
import { assertNotArchived, assertNotHidden, buildEdition, prepareEdition } from './prepare-edition.ts';
import { presentEdition } from './present.ts';
import type { Editions } from './repository.ts';

interface Deps {
  node: Node;
  connection: Connection;
  libraries: WikiLibraries;
  pages: Pages;
  editions: Editions;
  windows: RevocationWindows;
  holds: PageHolds;
  jobs: JobQueue;
  outlines: RevisionParser;
}

/** The handlers of proposals. */
export const wikiProposalActions = (deps: Deps): Handlers<typeof wikiProposalEndpoints, WikiResources> => {
  const { node, connection, libraries, pages, editions, windows, holds, jobs } = deps;
  const noState = () => ({ job: undefined, windows: [], now: node.now() });

  return {
    async 'wiki.adopted.propose'({ sourceRevisionId }, call, target) {
      const prepared = await prepareEdition(deps, target.page, sourceRevisionId, call);
      return inTransaction(connection, async (session) => {
        const page = await pages.countEdition(session, target.page._id);
        if (!page) throw notFound();
        assertNotArchived(page);
        assertNotHeld(prepared, await windows.listOpen(page._id, session), node.now());
        const before = { ...page, editions: page.editions - 1 };
        const edition = await buildEdition(libraries, before, prepared, 'review', call);
        await editions.insert(session, edition);
        await pages.insertText(session, edition._id, prepared.serializedContent);
        return call.finish(session, noteOn(edition), {
          adoptedRevision: presentEdition(edition, noState(), { ...target, page }),
        });
      });
    },

    async 'wiki.adopted.publish'({ adoptedRevId }, call, target) {
      assertNotArchived(target.page);
      const { elements } = parseEditionContent(await loadContent(deps, target.page._id, adoptedRevId));
      return inTransaction(connection, async (session) => {
        const page = await pages.findById(target.page._id, session);
        if (!page) throw notFound();
        assertNotArchived(page);
        const proposal = await requireProposal(editions, page._id, adoptedRevId, session);
        const revision = await pages.revisions.findOfPage(page._id, proposal.source_revision_id, session);
        if (revision) assertNotHidden(revision);
        const open = await windows.listOpen(page._id, session);
        assertNotHeld({ elements, contentHash: proposal.content_hash }, open, node.now());
        const edition = await editions.endReview(session, proposal._id, {
          status: 'published',
          adopted_by: call.person,
          adopted_at: new Date(),
        });
        const pointer = { id: edition._id, revision_number: edition.revision_number };
        const isNewest = (page.current_edition?.revision_number ?? 0) < pointer.revision_number;
        // Written in any case: a revocation at the same time must see this edition, or start again.
        const after = await pages.pointToEdition(
          session,
          page._id,
          isNewest ? pointer : page.current_edition,
        );
        if (open.length > 0) await holds.queueChange(session, page._id);
        const job = await jobs.add(session, {
          kind: LIBRARY_COPY_JOB,
          subject: edition._id,
          lane: page._id,
          turn: edition.revision_number,
        });
        return call.finish(session, noteOn(edition), {
          adoptedRevision: presentEdition(edition, { ...noState(), job }, { ...target, page: after }),
          adoption: { id: job.id, syncStatus: job.state },
        });
      });
    },

    'wiki.adopted.cancel': ({ adoptedRevId }, call, target) =>
      inTransaction(connection, async (session) => {
        const proposal = await requireProposal(editions, target.page._id, adoptedRevId, session);
        const edition = await editions.endReview(session, proposal._id, { status: 'cancelled' });
        return call.finish(session, noteOn(edition), {
          adoptedRevision: presentEdition(edition, noState(), target),
        });
      }),
  };
};

const noteOn = ({ _id, page_id, revision_number, source_revision_id }: EditionRecord): AuditEntryInput => ({
  resource: { type: 'wiki_standard', id: page_id },
  details: {
    revision: { id: _id, code: String(revision_number) },
    source_revision: { id: source_revision_id },
  },
});

/** @throws NOT_FOUND */
async function loadContent({ editions, pages }: Deps, pageId: string, id: string): Promise<string> {
  const edition = await editions.findById(id);
  if (edition?.page_id !== pageId) throw notFound();
  return pages.loadText(id);
}

/** @throws NOT_FOUND for an edition of another page; EDITION_NOT_IN_REVIEW */
async function requireProposal(
  editions: Editions,
  pageId: string,
  id: string,
  session: ClientSession,
): Promise<EditionRecord> {
  const edition = await editions.findOfPage(pageId, id, session);
  if (!edition) throw notFound();
  if (edition.status !== 'review')
    throw apiError(
      'EDITION_NOT_IN_REVIEW',
      `The edition is ${edition.status}; only one under review can be published or cancelled.`,
    );
  return edition;
}
