/** The check of a project that is to belong to a company against the quota of that company. */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { quotaExceeded } from '../../../shared/quotas/storage-quota.ts';

/**
 * Passes where the company has room for all that the project stores, or nobody can tell.
 * @throws QUOTA_EXCEEDED
 */
export async function assertRoomForProject(
  projectId: number,
  companyId: number,
  ctx: RequestContext,
): Promise<void> {
  const owner = { type: 'company', id: companyId } as const;
  const use = await ctx
    .call('identity.storageUse', { owner, with_project: projectId })
    .catch(() => ({ limit: null, used: 0 }));
  if (use.limit !== null && use.used > use.limit) throw quotaExceeded(owner, use);
}
