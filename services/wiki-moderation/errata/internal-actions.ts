/**
 * Handler of the internal action `wiki.errata.ofStandard`, for standards: all errata of a wiki page, withdrawn ones
 * too.
 */
import type { wikiErratumActions } from '../../../shared/contracts/wiki-moderation/errata.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { presentLibraryErratum } from './present.ts';
import type { Errata } from './repository.ts';

export const wikiErratumInternalActions = (
  errata: Errata,
): Handlers<typeof wikiErratumActions, NoResources> => ({
  async 'wiki.errata.ofStandard'({ standard_id }) {
    return { errata: (await errata.listByPage(standard_id)).map(presentLibraryErratum) };
  },
});
