/**
 * Handlers that reset the title of a wiki page to that of another revision, and retire its slug for a new one. The
 * public log does not name what they removed.
 */
import type { pageModerationEndpoints } from '../../../shared/contracts/wiki-moderation/page-moderation.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { foldForSearch } from '../../../shared/text/names-and-emails.ts';
import type { WikiResources } from '../pages/access.ts';
import { readTitle } from '../pages/page-source.ts';
import type { Pages } from '../pages/repository.ts';
import { assertNotReserved } from '../slugs.ts';
import { type PageModerator, standardModeration } from './page-moderator.ts';

type NameContracts = Pick<
  typeof pageModerationEndpoints,
  'wiki.moderation.titleReset' | 'wiki.moderation.slugRetire'
>;

interface Deps {
  pages: Pages;
  moderator: PageModerator;
}

export const wikiTitleAndSlugActions = ({
  pages,
  moderator,
}: Deps): Handlers<NameContracts, WikiResources> => ({
  async 'wiki.moderation.titleReset'({ source_revision_id, reason_code, reason_note }, ctx, { page }) {
    if (!(await pages.revisions.findOfPage(page._id, source_revision_id))) throw notFound();
    // Sealed, so that it need not be read in the transaction.
    const content = await pages.loadText(source_revision_id);
    const request = { action: 'display_name_reset', page, reason_code, reason_note } as const;
    return moderator.moderate(ctx, request, async (locked) => {
      const { session, page: before, now } = locked;
      const source = await pages.revisions.findOfPage(page._id, source_revision_id, session);
      if (!source) throw notFound();
      if (source.hidden)
        throw apiError('REVISION_HIDDEN', 'The revision is hidden. Choose one that the public can read.');
      const title = readTitle(content);
      if (title === before.title)
        throw apiError('TITLE_UNCHANGED', 'The standard has the title of that revision already.');
      const after = await pages.change(session, page._id, {
        title,
        title_source: source._id,
        search_text: foldForSearch(title, before.description),
        updated_at: now,
      });
      const source_revision = { id: source._id, code: String(source.revision_number) };
      return standardModeration(after, locked, { source_revision });
    });
  },

  async 'wiki.moderation.slugRetire'({ new_slug, reason_code, reason_note }, ctx, { page }) {
    assertNotReserved(new_slug, 'new_slug');
    const request = { action: 'slug_retire', page, reason_code, reason_note } as const;
    return moderator.moderate(ctx, request, async (locked) => {
      const { session, page: before, now } = locked;
      const after = await pages.moveToSlug(session, before, new_slug, now);
      return standardModeration(after, locked, { retired_slug: before.slug, slug: new_slug });
    });
  },
});
