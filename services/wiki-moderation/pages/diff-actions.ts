/**
 * Handler that compares two revisions of a wiki page line by line; a hidden one is found only by moderators.
 */
import type { wikiEditingEndpoints } from '../../../shared/contracts/wiki-moderation/editing.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { MarkupReader } from '../../../shared/kernel/markup-reader/markup-reader.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { ReadablePage, WikiResources } from './access.ts';
import type { WikiRevisionRecord } from './model.ts';
import type { Pages } from './repository.ts';

type DiffContracts = Pick<typeof wikiEditingEndpoints, 'wiki.revisions.diff'>;

interface Deps {
  pages: Pages;
  reader: MarkupReader;
}

export const wikiDiffActions = ({ pages, reader }: Deps): Handlers<DiffContracts, WikiResources> => {
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
