/**
 * Handlers that archive a wiki page, also as merged into another one, and restore it.
 */
import type { pageModerationEndpoints } from '../../../shared/contracts/wiki-moderation/page-moderation.ts';
import { apiError, apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { WikiResources } from '../pages/access.ts';
import type { PageRecord } from '../pages/model.ts';
import type { Pages } from '../pages/repository.ts';
import { type PageModerator, standardModeration } from './page-moderator.ts';

type ArchiveContracts = Pick<
  typeof pageModerationEndpoints,
  'wiki.moderation.archive' | 'wiki.moderation.restore'
>;

interface Deps {
  pages: Pages;
  moderator: PageModerator;
}

export const wikiArchiveActions = ({ pages, moderator }: Deps): Handlers<ArchiveContracts, WikiResources> => {
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
        if (locked.page.archived) throw apiError('ALREADY_ARCHIVED', 'The standard is already archived.');
        const after = await pages.change(locked.session, page._id, { archived: true });
        const details = reason_code === 'merged_into' ? { merge_target_standard_id } : {};
        return standardModeration(after, locked, details);
      });
    },

    async 'wiki.moderation.restore'({ reason_code, reason_note }, ctx, { page }) {
      const request = { action: 'restore', page, reason_code, reason_note } as const;
      return moderator.moderate(ctx, request, async (locked) => {
        if (!locked.page.archived) throw apiError('NOT_ARCHIVED', 'The standard is not archived.');
        return standardModeration(await pages.change(locked.session, page._id, { archived: false }), locked);
      });
    },
  };
};
