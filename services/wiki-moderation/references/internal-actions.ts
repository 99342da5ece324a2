/**
 * Handler of the internal action `wiki.references.resolve`, for standards: the published pages at these addresses, and
 * which of the named clauses they have.
 */
import type { wikiReferenceActions } from '../../../shared/contracts/wiki-moderation/references.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { ReferencedPages } from './referenced-pages.ts';

export const wikiReferenceInternalActions = (
  referencedPages: ReferencedPages,
): Handlers<typeof wikiReferenceActions, NoResources> => ({
  async 'wiki.references.resolve'({ addresses }, ctx) {
    return { pages: await referencedPages.find(addresses, ctx.signal) };
  },
});
