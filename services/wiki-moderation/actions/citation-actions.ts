/**
 * Handler that lists what cites a wiki page: the other wiki pages first, then the standards that the caller may read
 * (`standards.citingStandards`).
 */
import type { wikiCitationEndpoints } from '../../../shared/contracts/wiki-moderation/citations.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { citedPage } from '../../../shared/markup/page-references.ts';
import { CitingPages } from '../citations/repository.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { WikiResources } from '../pages/access.ts';

/** Anonymous callers read no standards. */
const NO_STANDARDS = { standards: [], total: 0, occurrences: 0, private_occurrences: 0 };

export const wikiCitationActions = ({
  connection,
  libraries,
}: WikiService): Handlers<typeof wikiCitationEndpoints, WikiResources> => {
  const pages = new CitingPages(connection);
  return {
    async 'wiki.citations.list'({ limit, offset }, ctx, { page }) {
      const all = await libraries.list();
      const slugs = new Map(all.map(({ _id, slug }) => [_id, slug]));
      const cited = citedPage({ library_slug: slugs.get(page.library_id) ?? '', slug: page.slug });
      const query = { page: cited, exceptId: page._id };
      const [rows, ofPages] = await Promise.all([pages.list(query, { limit, offset }), pages.count(query)]);
      const others =
        ctx.principal.kind === 'user'
          ? await ctx.call('standards.citingStandards', {
              page: cited,
              wiki_standard_id: page._id,
              limit: limit - rows.length,
              offset: Math.max(0, offset - ofPages.documents),
            })
          : NO_STANDARDS;
      const total = ofPages.documents + others.total;
      return {
        citations: [
          ...rows.map(({ library_id, slug, title, citations = [] }) => ({
            citingEntityType: 'wiki_standard' as const,
            librarySlug: slugs.get(library_id) ?? '',
            slug,
            title,
            occurrenceCount: citations.find((one) => one.page === cited)?.occurrences ?? 0,
          })),
          ...others.standards.map(({ id, name, occurrences }) => ({
            citingEntityType: 'standard' as const,
            citingEntityId: id,
            title: name,
            occurrenceCount: occurrences,
          })),
        ],
        citingDocumentCount: total,
        citationOccurrenceCount: ofPages.occurrences + others.occurrences,
        privateCitationOccurrenceCount: others.private_occurrences,
        total,
        limit,
        offset,
      };
    },
  };
};
