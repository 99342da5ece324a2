/** Decides whether an account may sign in, or why not, and which site roles it has. Pure. */
import type { ErrorCode } from '../../../shared/contracts/error-codes.ts';
import type { SiteRole } from '../../../shared/contracts/permissions.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { UserRecord } from './model.ts';

/** The settings that decide whether an account may sign in. */
export type EntryPolicy = Pick<Config, 'emailVerification' | 'userApproval'>;

type AccountStatus = 'active' | 'suspended' | 'unapproved' | 'unverified';
type AccountStatusFields = Pick<UserRecord, 'suspended' | 'approved' | 'email_verified'>;

/** Whether an account may sign in, or why not. With verification off every email counts as verified. */
export function accountStatus(user: AccountStatusFields, policy: EntryPolicy): AccountStatus {
  if (user.suspended) return 'suspended';
  if (policy.emailVerification === 'required' && !user.email_verified) return 'unverified';
  return user.approved ? 'active' : 'unapproved';
}

/**
 * The assigned site roles, and SiteContributor while an agreement is accepted and contributing is not barred.
 */
export function siteRolesOf(
  user: Pick<UserRecord, 'acceptance' | 'contribution_barred' | 'site_roles'>,
): SiteRole[] {
  const contributes = user.acceptance !== null && !user.contribution_barred;
  return contributes ? ['SiteContributor', ...user.site_roles] : [...user.site_roles];
}

const ENTRY_ERRORS: Readonly<Record<Exclude<AccountStatus, 'active'>, readonly [ErrorCode, string]>> = {
  suspended: ['ACCOUNT_SUSPENDED', 'This account is suspended. Contact a site administrator.'],
  unapproved: ['ACCOUNT_NOT_APPROVED', 'This account is awaiting approval by a site administrator.'],
  unverified: [
    'EMAIL_NOT_VERIFIED',
    'The email of this account is not verified yet. Follow the instructions we emailed you.',
  ],
};

/** @throws ACCOUNT_SUSPENDED, ACCOUNT_NOT_APPROVED or EMAIL_NOT_VERIFIED */
export function assertActive(status: AccountStatus): void {
  if (status !== 'active') throw apiError(...ENTRY_ERRORS[status]);
}
