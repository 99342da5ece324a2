/**
 * Handlers that read the public moderation log: of all wiki pages, of one, and one entry with those of its matter.
 * Each action writes its entry itself.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { moderationLogEndpoints } from '../../../shared/contracts/wiki-moderation/moderation-log.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { LogEntryRecord } from '../moderation-log/model.ts';
import { type LogEntryView, pageLink, presentLogEntry } from '../moderation-log/present.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';

export const moderationLogActions = ({
  node,
  libraries,
  pages,
  moderationLog,
}: WikiService): Handlers<typeof moderationLogEndpoints, WikiResources> => {
  /** The entries as the public reads them, with the links of the pages that are published now. */
  async function present(entries: readonly LogEntryRecord[]): Promise<LogEntryView[]> {
    const published = await pages.findPublishedAddresses([...new Set(entries.map(({ page_id }) => page_id))]);
    const slugs = await libraries.findSlugs([...new Set(published.map(({ library_id }) => library_id))]);
    const links = new Map(
      published.map(({ _id, library_id, slug }) => [
        _id,
        pageLink(node.config, slugs.get(library_id) ?? '', slug),
      ]),
    );
    return entries.map((entry) => presentLogEntry(entry, links.get(entry.page_id) ?? null));
  }

  return {
    async 'wiki.moderationLog.list'({ action, reason, limit, offset }) {
      const { rows, total } = await moderationLog.list({ action, reason }, { limit, offset });
      return { entries: await present(rows), total, limit, offset };
    },

    async 'wiki.moderationLog.get'({ id }) {
      const entry = await moderationLog.findDated(id);
      if (!entry) throw notFound();
      const [view, ...related] = await present([
        entry,
        ...(await moderationLog.findRelated(entry, MAX_UNPAGED_ROWS)),
      ]);
      if (!view) throw notFound();
      // In the matter of a retired slug the link of another entry would reveal the new one.
      const hidesLinks = entry.action === 'slug_retire';
      return { ...view, related: hidesLinks ? related.map((row) => ({ ...row, link: null })) : related };
    },

    async 'wiki.moderationLog.forStandard'({ action, reason, limit, offset }, _call, { page }) {
      // A moderator may read the page, but the log of an archived one is not public.
      if (page.archived) throw notFound();
      const { rows, total } = await moderationLog.listByPage(page._id, { action, reason }, { limit, offset });
      return { entries: await present(rows), total, limit, offset };
    },
  };
};
