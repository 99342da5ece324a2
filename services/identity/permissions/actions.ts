/** Who am I, what may I do, and what could be granted at all. */
import type { permissionEndpoints } from '../../../shared/contracts/identity/permissions.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { PERMISSION_CATALOGUE } from './catalogue.ts';
import { callerRights, type ScopedRole } from './rights.ts';

const WINDOW_MS = 60_000;

/** The handlers of whoami and of what a key may be granted (A3, A6). */
export const permissionActions = (
  rateLimits: Config['rateLimits'],
): Handlers<typeof permissionEndpoints, Record<never, never>> => ({
  async 'discovery.whoami'(_, call) {
    const { user, company, credential } = call.userPrincipal;
    // Without the roles the answer would call held permissions dormant: better none than a wrong one.
    const [onProjects, onWiki] = await Promise.all([call.call('projects.roles', {}), call.call('wiki.roles', {})]);
    const scopedRoles: ScopedRole[] = [
      ...onProjects.roles.map(({ project_id, role }) => ({ resource_type: 'project', resource_id: project_id, role }) as const),
      ...onWiki.roles.map(
        ({ standard_id, role }) => ({ resource_type: 'wiki_standard', resource_id: standard_id, role }) as const,
      ),
    ];
    const tier = company === null ? 'free' : 'company';
    const limit = rateLimits[tier];
    return {
      user: { ...user, company_id: company?.id ?? null, company_name: company?.name ?? null },
      credential: credential.type === 'key' ? { type: 'key', id: credential.id, name: credential.name } : { type: 'session' },
      ...callerRights(call.userPrincipal, scopedRoles, !onProjects.truncated && !onWiki.truncated),
      // What is left of the limit only the gateway counts.
      rate_limit: { tier, limit, remaining: limit, reset_at: new Date(Date.now() + WINDOW_MS).toISOString() },
    };
  },

  async 'account.permissions'() {
    return PERMISSION_CATALOGUE;
  },
});
