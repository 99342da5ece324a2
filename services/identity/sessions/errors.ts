/**
 * Check of a sign-in that an account is active, with the errors for a suspended, unapproved or unverified
 * one.
 */
import type { ErrorCode } from '../../../shared/contracts/error-codes.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { AccountStatus } from '../accounts/account-status.ts';

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
