/** The check of a change of a standard against the quota of its owner. */
import type { Scope } from '../../shared/kernel/auth/authorization.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import { findProjectAccess } from '../../shared/projects/project-access.ts';
import { type QuotaOwner, StorageQuota } from '../../shared/quotas/storage-quota.ts';

/** @throws QUOTA_EXCEEDED where the owner of a scope may not store so many bytes more */
type AssertWithinQuota = (scope: Scope, bytes: number, ctx: RequestContext) => Promise<void>;

/** The check for standards of companies, accounts and projects; it accepts all bytes of a global standard. */
export function createQuotaCheck(): AssertWithinQuota {
  const quota = new StorageQuota();
  return async (scope, bytes, ctx) => quota.assertWithinQuota(await findOwner(scope, ctx), bytes, ctx);
}

/** The owner whose quota counts the bytes; null for global standards, which belong to nobody. */
async function findOwner(
  { subject_type, subject_id }: Scope,
  ctx: RequestContext,
): Promise<QuotaOwner | null> {
  if (subject_id === null || subject_type === 'global') return null;
  if (subject_type !== 'project') return { type: subject_type, id: subject_id };
  return (await findProjectAccess(subject_id, ctx))?.quota_owner ?? null;
}
