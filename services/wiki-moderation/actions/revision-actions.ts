/**
 * Handlers that list and read the revisions of a wiki page, and compare two of them line by line. Only moderators find
 * hidden ones.
 */
import type { wikiEditingEndpoints } from '../../../shared/contracts/wiki-moderation/editing.ts';
import type { wikiRevisionEndpoints } from '../../../shared/contracts/wiki-moderation/revisions.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { ReadablePage, WikiResources } from '../pages/access.ts';
import type { WikiRevisionRecord } from '../pages/model.ts';
import { presentRevisionRow } from '../pages/present.ts';

type Contracts = typeof wikiRevisionEndpoints & Pick<typeof wikiEditingEndpoints, 'wiki.revisions.diff'>;

export const wikiRevisionActions = ({ pages, reader }: WikiService): Handlers<Contracts, WikiResources> => {
  /** The revision of this id or number. @throws NOT_FOUND, also for a hidden one */
  async function requireRevision(
    { page, canModerate }: ReadablePage,
    idOrNumber: string,
  ): Promise<WikiRevisionRecord> {
    const revision = /^[1-9]\d{0,8}$/.test(idOrNumber)
      ? await pages.revisions.findByNumber(page._id, Number(idOrNumber))
      : await pages.revisions.findOfPage(page._id, idOrNumber.toLowerCase());
    if (!revision || (revision.hidden && !canModerate)) throw notFound();
    return revision;
  }

  return {
    async 'wiki.revisions.list'({ limit, offset }, _call, { page, canModerate }) {
      const { rows, total } = await pages.revisions.listByPage(page._id, canModerate, { limit, offset });
      return { revisions: rows.map(presentRevisionRow), total, limit, offset };
    },

    async 'wiki.revisions.get'({ revId }, _call, { page, canModerate }) {
      const revision = await pages.revisions.findOfPage(page._id, revId);
      if (!revision || (revision.hidden && !canModerate)) throw notFound();
      return { ...presentRevisionRow(revision), content: await pages.loadText(revision._id) };
    },

    async 'wiki.revisions.diff'({ fromRev, toRev }, ctx, readable) {
      const [from, to] = await Promise.all([
        requireRevision(readable, fromRev),
        requireRevision(readable, toRev),
      ]);
      // Revisions never change, so their ids are enough for the ETag.
      ctx.revalidate(`${from._id}-${to._id}`);
      const [before, after] = await Promise.all([pages.loadText(from._id), pages.loadText(to._id)]);
      // Visitors have no account, so the quota is per page, as for parsing.
      const quotaOwner = `page ${readable.page._id}`;
      const diff = await reader.diff(before, after, { quotaOwner, signal: ctx.signal });
      return {
        from: { id: from._id, revision_number: from.revision_number, content: before },
        to: { id: to._id, revision_number: to.revision_number, content: after },
        ...diff,
      };
    },
  };
};
