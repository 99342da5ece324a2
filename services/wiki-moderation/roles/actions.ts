/** Who holds which role on wiki standards, for the other services. */
import type { wikiInternal } from '../../../shared/contracts/wiki-moderation/internal.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Roles } from './repository.ts';

/** As many roles of one caller as whoami looks at. */
const MOST_ROLES = 2_000;

/** The handler that tells the caller’s roles on pages, for whoami. */
export const roleActions = (roles: Roles): Handlers<Pick<typeof wikiInternal, 'wiki.roles'>, Record<never, never>> => ({
  async 'wiki.roles'(_params, { principal }) {
    const held = principal.kind === 'user' ? await roles.heldBy(principal.user.id, MOST_ROLES + 1) : [];
    return {
      roles: held.slice(0, MOST_ROLES).map(({ page_id, role }) => ({ standard_id: page_id, role })),
      truncated: held.length > MOST_ROLES,
    };
  },
});
