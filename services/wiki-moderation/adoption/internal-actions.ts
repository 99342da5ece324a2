/**
 * Handler of the internal action `wiki.currentEditions`, for standards: the current edition of each of these pages
 * that is published and has one.
 */
import type { wikiAdoptionActions as wikiAdoptionContracts } from '../../../shared/contracts/wiki-moderation/adoption.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { Pages } from '../pages/repository.ts';

interface Deps {
  pages: Pages;
}

export const wikiAdoptionInternalActions = ({
  pages,
}: Deps): Handlers<typeof wikiAdoptionContracts, NoResources> => ({
  async 'wiki.currentEditions'({ standard_ids }) {
    const current = await pages.findCurrentEditions(standard_ids);
    return {
      editions: current.map(({ pageId, editionId }) => ({
        standard_id: pageId,
        adopted_revision_id: editionId,
      })),
    };
  },
});
