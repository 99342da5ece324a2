/** Who holds which role on wiki standards, for the other services. */
import type { wikiInternalActions } from '../../../shared/contracts/wiki-moderation/internal.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { Roles } from './repository.ts';

/** As many roles of one caller as whoami looks at. */
const MAX_ROLES = 2_000;

/** The handler that tells the caller’s roles on pages, for whoami. */
export const wikiRoleActions = (
  roles: Roles,
): Handlers<Pick<typeof wikiInternalActions, 'wiki.roles'>, Record<never, never>> => ({
  async 'wiki.roles'(_params, { principal }) {
    const held = principal.kind === 'user' ? await roles.listByUser(principal.user.id, MAX_ROLES + 1) : [];
    return {
      roles: held.slice(0, MAX_ROLES).map(({ page_id, role }) => ({ standard_id: page_id, role })),
      truncated: held.length > MAX_ROLES,
    };
  },
});
