/**
 * Handlers that archive a wiki page, also as merged into another one, restore it, reset its title to that of another
 * revision, and retire its slug for a new one. The public log does not name the removed title or slug.
 */
import type { pageModerationEndpoints } from '../../../shared/contracts/wiki-moderation/page-moderation.ts';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { foldForSearch } from '../../../shared/text/names-and-emails.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import { standardModeration } from '../page-moderation/page-moderator.ts';
import type { WikiResources } from '../pages/access.ts';
import type { PageRecord } from '../pages/model.ts';
import { readTitle } from '../pages/page-source.ts';
import { assertArchived, assertNotArchived } from '../pages/page-state.ts';
import { assertNotReserved } from '../slugs.ts';

type Contracts = Omit<
  typeof pageModerationEndpoints,
  'wiki.moderation.revisionHide' | 'wiki.moderation.revisionRestore'
>;

export const wikiPageModerationActions = ({
  pages,
  moderator,
}: WikiService): Handlers<Contracts, WikiResources> => {
  /**
   * The page that a merged one continues in.
   * @throws VALIDATION_ERROR without one, or for the page itself; NOT_FOUND unless it is published
   */
  async function assertMergeTarget({ _id }: PageRecord, targetId: string | undefined): Promise<void> {
    const path = 'merge_target_standard_id';
    if (targetId === undefined)
      throw apiErrorAt('VALIDATION_ERROR', path, `The reason 'merged_into' needs ${path}.`);
    if (targetId === _id)
      throw apiErrorAt('VALIDATION_ERROR', path, 'A standard cannot be merged into itself.');
    const target = await pages.findById(targetId);
    if (!target || target.archived) throw notFound();
  }

  return {
    async 'wiki.moderation.archive'({ merge_target_standard_id, reason_code, reason_note }, ctx, { page }) {
      if (reason_code === 'merged_into') await assertMergeTarget(page, merge_target_standard_id);
      const request = { action: 'archive', page, reason_code, reason_note } as const;
      return moderator.moderate(ctx, request, async (locked) => {
        assertNotArchived(locked.page);
        const after = await pages.change(locked.session, page._id, { archived: true });
        const details = reason_code === 'merged_into' ? { merge_target_standard_id } : {};
        return standardModeration(after, locked, details);
      });
    },

    async 'wiki.moderation.restore'({ reason_code, reason_note }, ctx, { page }) {
      const request = { action: 'restore', page, reason_code, reason_note } as const;
      return moderator.moderate(ctx, request, async (locked) => {
        assertArchived(locked.page);
        return standardModeration(await pages.change(locked.session, page._id, { archived: false }), locked);
      });
    },

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
  };
};
