/**
 * Handler of the internal action `wiki.roles`: the caller's roles on wiki pages, for whoami. The endpoints of roles
 * are in `../page-moderation/role-actions.ts`.
 */
import type { wikiInternalActions } from '../../../shared/contracts/wiki-moderation/internal.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { Roles } from './repository.ts';

/** Most roles returned per caller. */
const MAX_ROLES = 2_000;

export const wikiRoleActions = (
  roles: Roles,
): Handlers<Pick<typeof wikiInternalActions, 'wiki.roles'>, NoResources> => ({
  async 'wiki.roles'(_params, { principal }) {
    const rows = principal.kind === 'user' ? await roles.listByUser(principal.user.id, MAX_ROLES + 1) : [];
    return {
      roles: rows.slice(0, MAX_ROLES).map(({ page_id, role }) => ({ standard_id: page_id, role })),
      truncated: rows.length > MAX_ROLES,
    };
  },
});
