/**
 * Internal actions: the roles of a caller and what waits for it, for whoami and the inbox in identity; current
 * editions, errata, and the pages that texts refer to, for standards.
 */
import type { currentEditionActions } from '../../../shared/contracts/wiki-moderation/adoption.ts';
import type { wikiErratumActions } from '../../../shared/contracts/wiki-moderation/errata.ts';
import type {
  wikiInternalActions,
  wikiReferenceActions,
} from '../../../shared/contracts/wiki-moderation/internal.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { presentLibraryErratum } from '../errata/present.ts';
import { loadWikiInbox } from '../inbox/wiki-inbox.ts';
import type { WikiService } from '../open-wiki-moderation.ts';

type Contracts = typeof wikiInternalActions &
  typeof currentEditionActions &
  typeof wikiErratumActions &
  typeof wikiReferenceActions;

/** Maximum roles returned per caller. */
const MAX_ROLES = 2_000;

export const wikiInternalHandlers = (service: WikiService): Handlers<Contracts, NoResources> => ({
  async 'wiki.inbox'({ limit }, ctx) {
    if (ctx.principal.kind !== 'user') return { items: [], total: 0 };
    return loadWikiInbox(service, limit, ctx);
  },

  async 'wiki.roles'(_params, { principal }) {
    const rows =
      principal.kind === 'user' ? await service.roles.listByUser(principal.user.id, MAX_ROLES + 1) : [];
    return {
      roles: rows.slice(0, MAX_ROLES).map(({ page_id, role }) => ({ standard_id: page_id, role })),
      truncated: rows.length > MAX_ROLES,
    };
  },

  async 'wiki.currentEditions'({ standard_ids }) {
    const current = await service.pages.findCurrentEditions(standard_ids);
    return {
      editions: current.map(({ pageId, editionId }) => ({
        standard_id: pageId,
        adopted_revision_id: editionId,
      })),
    };
  },

  async 'wiki.errata.ofStandard'({ standard_id }) {
    return { errata: (await service.errata.listByPage(standard_id)).map(presentLibraryErratum) };
  },

  async 'wiki.references.resolve'({ addresses }, ctx) {
    return { pages: await service.referencedPages.find(addresses, ctx.signal) };
  },
});
