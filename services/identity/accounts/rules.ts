/** What holds for an account whoever asks: its address, whether it may enter, its site roles. Pure. */
import type { SiteRole } from '../../../shared/contracts/permissions.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { UserRecord } from './model.ts';

/** What of the configuration decides whether an account may enter. */
export type EntryPolicy = Pick<Config, 'emailVerification' | 'userApproval'>;

export type AccountStatus = 'active' | 'suspended' | 'unapproved' | 'unverified';
type AccountStatusFields = Pick<UserRecord, 'suspended' | 'approved' | 'email_verified'>;

/** Whether an account may enter. With verification off every address counts as verified (A10). */
export function accountStatus(user: AccountStatusFields, policy: EntryPolicy): AccountStatus {
  if (user.suspended) return 'suspended';
  if (policy.emailVerification === 'required' && !user.email_verified) return 'unverified';
  return user.approved ? 'active' : 'unapproved';
}

/** The site roles of an account now: the given ones, and SiteContributor while the agreement is accepted and not barred (A18, R-160). */
export function siteRolesOf(user: Pick<UserRecord, 'acceptance' | 'contribution_barred' | 'site_roles'>): SiteRole[] {
  const contributes = user.acceptance !== null && !user.contribution_barred;
  return contributes ? ['SiteContributor', ...user.site_roles] : [...user.site_roles];
}
