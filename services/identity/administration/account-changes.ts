/**
 * Parses the change of an account that a site administrator requests. Also tells whether it has an effect, and
 * whether an account is an active administrator; `../actions/administration-actions.ts` protects the last one. Pure.
 */
import type { SiteRole } from '../../../shared/contracts/permissions.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { accountStatus, type EntryPolicy, siteRolesOf } from '../accounts/account-status.ts';
import type { AssignedSiteRole, UserRecord } from '../accounts/model.ts';
import type { AdministeredFields } from '../accounts/repository.ts';

export type UserChangeRequest = Partial<Omit<AdministeredFields, 'site_roles'>> & { site_roles?: SiteRole[] };

const ASSIGNABLE_SITE_ROLES: readonly AssignedSiteRole[] = ['SiteModerator', 'SiteAdmin'];

/**
 * The fields that a request changes. SiteContributor is derived, never assigned: sent back for an account
 * that has it, it changes nothing.
 * @throws VALIDATION_ERROR when it is sent for an account that does not have it
 */
export function parseUserChange(
  user: UserRecord,
  { site_roles, ...flags }: UserChangeRequest,
): Partial<AdministeredFields> {
  const set = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  if (site_roles === undefined) return set;
  if (site_roles.includes('SiteContributor') && !siteRolesOf(user).includes('SiteContributor')) {
    const message =
      "'SiteContributor' cannot be assigned: an account gets it by accepting the Contributor License Agreement.";
    throw validationError([{ path: 'site_roles', message }]);
  }
  return { ...set, site_roles: ASSIGNABLE_SITE_ROLES.filter((role) => site_roles.includes(role)) };
}

/** Whether an account can administer the site: it has the role and may sign in. */
export const isActiveAdministrator = (user: UserRecord, policy: EntryPolicy): boolean =>
  user.site_roles.includes('SiteAdmin') && accountStatus(user, policy) === 'active';

/** Whether a change has no effect; then nothing is written and nothing audited. */
export const isUnchanged = (
  user: UserRecord,
  { site_roles, ...flags }: Partial<AdministeredFields>,
): boolean =>
  Object.entries(flags).every(([name, value]) =>
    Object.entries(user).some(([field, current]) => field === name && current === value),
  ) &&
  (site_roles === undefined ||
    ASSIGNABLE_SITE_ROLES.every((role) => site_roles.includes(role) === user.site_roles.includes(role)));
