/**
 * Handler of the internal action `wiki.references.resolve`, for standards: the published pages at these addresses
 * (W10).
 */
import type { wikiReferenceActions } from '../../../shared/contracts/wiki-moderation/references.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/implement-action.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { Pages } from '../pages/repository.ts';
import { findReferencedPages } from './referenced-pages.ts';

interface Deps {
  libraries: WikiLibraries;
  pages: Pages;
}

export const wikiReferenceInternalActions = ({
  libraries,
  pages,
}: Deps): Handlers<typeof wikiReferenceActions, NoResources> => ({
  async 'wiki.references.resolve'({ addresses }) {
    return { pages: await findReferencedPages(addresses, libraries, pages) };
  },
});
