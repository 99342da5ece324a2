/** Handler that lists what waits for the account in identity, projects and wiki-moderation, merged newest first. */
import type { inboxEndpoints } from '../../../shared/contracts/identity/inbox.ts';
import { mergeParts } from '../../../shared/inbox/merge-parts.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { loadOwnItems } from '../inbox/own-items.ts';
import type { IdentityService } from '../open-identity.ts';

export const inboxActions = (service: IdentityService): Handlers<typeof inboxEndpoints, NoResources> => ({
  async 'account.inbox'({ limit, offset }, ctx) {
    const first = { limit: offset + limit };
    const [own, ...others] = await Promise.all([
      loadOwnItems(service, first.limit, ctx),
      ctx.call('projects.inbox', first),
      ctx.call('wiki.inbox', first),
    ]);
    return { ...mergeParts([...own, ...others], { limit, offset }), limit, offset };
  },
});
