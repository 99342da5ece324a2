/** What waits for the caller on wiki pages: open matters of moderation, and editions under review. */
import type { InboxPart } from '../../../shared/contracts/inbox-shapes.ts';
import type { WikiStandardRole } from '../../../shared/contracts/permissions.ts';
import { mergeParts } from '../../../shared/inbox/merge-parts.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { quoteName } from '../../../shared/text/quoted-names.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import { listModeratedPages, listPagesWithRole } from '../worklist/moderated-pages.ts';
import { loadPages } from '../worklist/present.ts';

/** The items, newest first. */
export async function loadWikiInbox(
  service: WikiService,
  limit: number,
  ctx: RequestContext,
): Promise<InboxPart> {
  const parts = await Promise.all([loadMatters(service, limit, ctx), loadProposals(service, ctx)]);
  return mergeParts(parts, { limit, offset: 0 });
}

async function loadMatters(service: WikiService, limit: number, ctx: RequestContext): Promise<InboxPart> {
  const pageIds = await listModeratedPages(service.roles, ctx);
  if (pageIds?.length === 0) return { items: [], total: 0 };
  const { rows, total } = await service.matters.listNewestOpen(pageIds, limit);
  const { refs } = await loadPages(
    service,
    rows.map(({ page_id }) => page_id),
  );
  const items = rows.map(({ _id, page_id, address, opened_at }) => ({
    kind: 'moderation_matter',
    id: _id,
    title: `${address === null ? 'An edition' : `Clause ${address}`} of ${quoteName('standard', refs.get(page_id)?.title ?? '')} is under a hold`,
    about: { type: 'wiki_standard', id: page_id },
    link: `/api/wiki/moderation/worklist/${_id}`,
    since: opened_at.toISOString(),
  }));
  return { items, total };
}

/** The most proposals that are looked at. */
const MAX_PROPOSALS = 2_000;

const REVIEWERS: readonly WikiStandardRole[] = ['adopter', 'moderator'];

async function loadProposals(service: WikiService, ctx: RequestContext): Promise<InboxPart> {
  const mayAdopt = REVIEWERS.filter((role) =>
    ctx.isAllowed('wiki:standard:adopt', { kind: 'wikiStandard', roles: [role] }),
  );
  const pageIds = await listPagesWithRole(service.roles, mayAdopt, ctx);
  const proposed = await service.editions.listUnderReview(pageIds, MAX_PROPOSALS);
  const [{ pages, refs }, visible] = await Promise.all([
    loadPages(
      service,
      proposed.map(({ page_id }) => page_id),
    ),
    service.pages.revisions.findVisibleIds(proposed.map(({ source_revision_id }) => source_revision_id)),
  ]);
  const items = proposed.flatMap(({ _id, page_id, source_revision_id, revision_number, adopted_at }) => {
    const [page, ref] = [pages.get(page_id), refs.get(page_id)];
    // A proposal shows no more than its source revision, and an adopter no archived page.
    if (!page || !ref || page.archived || !visible.has(source_revision_id)) return [];
    return {
      kind: 'proposed_edition',
      id: _id,
      title: `Edition ${revision_number} of ${quoteName('standard', page.title)} is proposed`,
      about: { type: 'wiki_standard', id: page_id },
      link: `/api/wiki/standards/${ref.librarySlug}/${ref.slug}`,
      since: adopted_at.toISOString(),
    };
  });
  return { items, total: items.length };
}
