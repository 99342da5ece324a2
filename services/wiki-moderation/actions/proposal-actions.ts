/**
 * Handlers that propose an edition for review, and publish or cancel the proposal. Adoption without review is in
 * `adoption-actions.ts`.
 */
import type { ClientSession } from 'mongoose';
import type { wikiProposalEndpoints } from '../../../shared/contracts/wiki-moderation/proposals.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { parseEditionContent } from '../adoption/edition-content.ts';
import type { EditionRecord } from '../adoption/model.ts';
import { assertNotHidden, buildEdition, editionTitle, prepareEdition } from '../adoption/prepare-edition.ts';
import { presentEdition } from '../adoption/present.ts';
import { editionAuditEntry, publishEdition } from '../adoption/publish-edition.ts';
import type { Editions } from '../adoption/repository.ts';
import { assertNotHeld } from '../holds/clause-holds.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';
import { assertAdoptable } from '../pages/page-state.ts';

export const wikiProposalActions = (
  service: WikiService,
): Handlers<typeof wikiProposalEndpoints, WikiResources> => {
  const { node, libraries, pages, editions, holds, revisionParser } = service;
  const noState = () => ({ job: undefined, pageHolds: [], now: node.now() });

  return {
    async 'wiki.adopted.propose'({ sourceRevisionId }, ctx, target) {
      const prepared = await prepareEdition(pages, revisionParser, target.page, sourceRevisionId, ctx);
      return pages.inTransaction(target.page._id, async (session, page) => {
        assertAdoptable(page);
        const now = node.now();
        assertNotHeld(prepared, await holds.listOpen(page._id, session), now);
        const origin = { status: 'review' as const, by: ctx.person, now };
        const edition = await buildEdition(libraries, page, prepared, origin);
        await pages.change(session, page._id, { editions: edition.revision_number });
        await editions.insert(session, edition);
        await pages.insertText(session, edition._id, prepared.serializedContent);
        return ctx.finish(session, editionAuditEntry(edition), {
          adoptedRevision: presentEdition(edition, noState(), { ...target, page }),
        });
      });
    },

    async 'wiki.adopted.publish'({ adoptedRevId }, ctx, target) {
      assertAdoptable(target.page);
      const { elements } = parseEditionContent(await loadContent(service, target.page._id, adoptedRevId));
      return pages.inTransaction(target.page._id, async (session, page) => {
        assertAdoptable(page);
        const now = node.now();
        const proposal = await requireProposal(editions, page._id, adoptedRevId, session);
        const revision = await pages.revisions.findOfPage(page._id, proposal.source_revision_id, session);
        if (!revision) throw new Error(`the source of edition ${adoptedRevId} is missing`);
        assertNotHidden(revision);
        const openHolds = await holds.listOpen(page._id, session);
        assertNotHeld({ elements, contentHash: proposal.content_hash }, openHolds, now);
        const edition = await editions.endReview(session, proposal._id, {
          status: 'published',
          title: editionTitle(page, revision),
          adopted_by: ctx.person,
          adopted_at: now,
        });
        const published = await publishEdition(service, session, { page, edition, openHolds, now });
        const { job } = published;
        return ctx.finish(session, editionAuditEntry(edition), {
          adoptedRevision: presentEdition(
            edition,
            { ...noState(), job },
            { ...target, page: published.page },
          ),
          adoption: { id: job.id, syncStatus: job.state },
        });
      });
    },

    'wiki.adopted.cancel': ({ adoptedRevId }, ctx, target) =>
      pages.inTransaction(target.page._id, async (session) => {
        const proposal = await requireProposal(editions, target.page._id, adoptedRevId, session);
        const edition = await editions.endReview(session, proposal._id, { status: 'cancelled' });
        return ctx.finish(session, editionAuditEntry(edition), {
          adoptedRevision: presentEdition(edition, noState(), target),
        });
      }),
  };
};

/** @throws NOT_FOUND */
async function loadContent({ editions, pages }: WikiService, pageId: string, id: string): Promise<string> {
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
