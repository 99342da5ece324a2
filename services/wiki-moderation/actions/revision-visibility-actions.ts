/**
 * Handlers that hide a revision of a wiki page and show it again. The current revision is always the newest one
 * that is not hidden.
 */
import type { pageModerationEndpoints } from '../../../shared/contracts/wiki-moderation/page-moderation.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { findCitations } from '../../../shared/markup/page-references.ts';
import { foldForSearch } from '../../../shared/text/names-and-emails.ts';
import type { LogEntryView } from '../moderation-log/present.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { LockedPage } from '../page-moderation/page-moderator.ts';
import type { WikiResources } from '../pages/access.ts';
import type { PageRecord, WikiRevisionRecord } from '../pages/model.ts';
import { presentRevisionRow } from '../pages/present.ts';

type RevisionContracts = Pick<
  typeof pageModerationEndpoints,
  'wiki.moderation.revisionHide' | 'wiki.moderation.revisionRestore'
>;

export const wikiRevisionVisibilityActions = ({
  pages,
  editions,
  moderator,
}: WikiService): Handlers<RevisionContracts, WikiResources> => {
  /** @throws NOT_FOUND */
  async function requireRevision(
    { session, page }: LockedPage,
    revisionId: string,
  ): Promise<WikiRevisionRecord> {
    const revision = await pages.revisions.findOfPage(page._id, revisionId, session);
    if (!revision) throw notFound();
    return revision;
  }

  /** Changes the visibility of a revision, and the pointer of its page to the newest visible one. */
  async function setHidden(
    locked: LockedPage,
    { _id, revision_number }: WikiRevisionRecord,
    hidden: boolean,
  ) {
    const { session, page } = locked;
    const revision = await pages.revisions.setHidden(session, _id, hidden);
    const current = await pages.revisions.findNewestVisible(page._id, session);
    if (!revision || !current) throw new Error(`page ${page._id} has no visible revision`);
    const isRepointed = current._id !== page.current_revision.id;
    const after = isRepointed ? await repoint(locked, current) : page;
    return {
      after,
      logged: {
        scope: { kind: 'revision' as const },
        matter: `revision:${_id}`,
        details: {
          revision: { id: _id, code: String(revision_number) },
          current_revision: { id: current._id },
        },
      },
      result: {
        revision: presentRevisionRow(revision),
        currentRevisionRepointed: isRepointed,
        newCurrentRevisionId: isRepointed ? current._id : null,
      },
    };
  }

  /** Makes another revision the current one. The title stays: it has a source of its own. */
  async function repoint(
    { session, page, categories, now }: LockedPage,
    { _id, revision_number, description, category_id, tag_ids }: WikiRevisionRecord,
  ): Promise<PageRecord> {
    return pages.change(session, page._id, {
      description,
      // The category may have been deleted since.
      category_id: categories.some((each) => each._id === category_id) ? category_id : null,
      tag_ids,
      search_text: foldForSearch(page.title, description),
      citations: findCitations([await pages.loadText(_id)]),
      current_revision: { id: _id, revision_number },
      updated_at: now,
    });
  }

  return {
    async 'wiki.moderation.revisionHide'({ revId, reason_code, reason_note }, ctx, { page }) {
      const request = { action: 'revision_hide', page, reason_code, reason_note } as const;
      return moderator.moderate(ctx, request, async (locked) => {
        const revision = await requireRevision(locked, revId);
        if (revision.hidden) throw apiError('REVISION_HIDDEN', 'The revision is already hidden.');
        if (locked.page.title_source === revId) {
          const message =
            'The title of the standard comes from this revision. Reset it from another one, or edit it, first.';
          throw apiError('TITLE_IN_USE', message);
        }
        const { after, logged, result } = await setHidden(locked, revision, true);
        const edition = await editions.findNewestActive(locked.session, page._id, revId);
        const activeAdoption = edition && { id: edition._id, revision_number: edition.revision_number };
        const present = (moderationLogEntry: LogEntryView) => ({
          ...result,
          activeAdoption,
          moderationLogEntry,
        });
        return { page: after, ...logged, present };
      });
    },

    async 'wiki.moderation.revisionRestore'({ revId, reason_code, reason_note }, ctx, { page }) {
      const request = { action: 'revision_restore', page, reason_code, reason_note } as const;
      return moderator.moderate(ctx, request, async (locked) => {
        const revision = await requireRevision(locked, revId);
        if (!revision.hidden) throw apiError('REVISION_NOT_HIDDEN', 'The revision is not hidden.');
        const { after, logged, result } = await setHidden(locked, revision, false);
        const present = (moderationLogEntry: LogEntryView) => ({ ...result, moderationLogEntry });
        return { page: after, ...logged, present };
      });
    },
  };
};
