/**
 * Handlers of `discovery.whoami` (the caller's account, credential, rights, storage and rate limit) and of
 * `account.permissions` (catalogue of permissions and roles).
 */
import type { permissionEndpoints } from '../../../shared/contracts/identity/permissions.ts';
import type { RateLimitStatus } from '../../../shared/kernel/auth/rate-limit-status.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { QuotaOwner } from '../../../shared/quotas/storage-quota.ts';
import { loadStorageUse } from '../quotas/storage-use.ts';
import { PERMISSION_CATALOGUE } from './permission-catalogue.ts';
import { callerRights, type ScopedRole } from './rights.ts';

const MINUTE_SECONDS = 60;

export const permissionActions = ({
  rateLimits,
  quotas,
}: Pick<Config, 'rateLimits' | 'quotas'>): Handlers<typeof permissionEndpoints, NoResources> => ({
  async 'discovery.whoami'(_, ctx) {
    const { user, company, credential } = ctx.userPrincipal;
    const owner: QuotaOwner = company ? { type: 'company', id: company.id } : { type: 'user', id: user.id };
    // Without the roles permissions would wrongly be reported as dormant: fail instead.
    const [project, wiki, storage] = await Promise.all([
      ctx.call('projects.roles', {}),
      ctx.call('wiki.roles', {}),
      loadStorageUse(quotas, owner, ctx).catch(() => null),
    ]);
    const scopedRoles: ScopedRole[] = [
      ...project.roles.map(
        ({ project_id, role }) => ({ resource_type: 'project', resource_id: project_id, role }) as const,
      ),
      ...wiki.roles.map(
        ({ standard_id, role }) =>
          ({ resource_type: 'wiki_standard', resource_id: standard_id, role }) as const,
      ),
    ];
    const tier = company === null ? 'free' : 'company';
    // Calls over the bus are not rate-limited: report the full limit.
    const fullLimit = { limit: rateLimits[tier], remaining: rateLimits[tier], resetSeconds: MINUTE_SECONDS };
    return {
      user: { ...user, company_id: company?.id ?? null, company_name: company?.name ?? null },
      credential:
        credential.type === 'key'
          ? { type: 'key', id: credential.id, name: credential.name }
          : { type: 'session' },
      ...callerRights(ctx.userPrincipal, scopedRoles, !project.truncated && !wiki.truncated),
      storage,
      rate_limit: { tier, ...presentRateLimit(ctx.rateLimitStatus ?? fullLimit) },
    };
  },

  async 'account.permissions'() {
    return PERMISSION_CATALOGUE;
  },
});

const presentRateLimit = ({ limit, remaining, resetSeconds }: RateLimitStatus) => ({
  limit,
  remaining,
  reset_at: new Date(Date.now() + resetSeconds * 1000).toISOString(),
});
