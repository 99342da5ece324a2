/** What an administrator's change of an account means. Pure. */
import type { SiteRole } from '../../../shared/contracts/permissions.ts';
import type { AssignedSiteRole, UserRecord } from '../accounts/model.ts';
import type { AdministeredFields } from '../accounts/repository.ts';
import { accountStatus, type EntryPolicy, siteRolesOf } from '../accounts/rules.ts';

export type UserChangeRequest = Partial<Omit<AdministeredFields, 'site_roles'>> & { site_roles?: SiteRole[] };

const ASSIGNABLE_SITE_ROLES: readonly AssignedSiteRole[] = ['SiteModerator', 'SiteAdmin'];

/**
 * The members that are set. SiteContributor is worked out, never given: sent back as it was read it changes nothing, for an account that
 * does not hold it the change is null (A18).
 */
export function parseUserChange(
  user: UserRecord,
  { site_roles, ...flags }: UserChangeRequest,
): Partial<AdministeredFields> | null {
  const set = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  if (site_roles === undefined) return set;
  if (site_roles.includes('SiteContributor') && !siteRolesOf(user).includes('SiteContributor')) return null;
  return { ...set, site_roles: ASSIGNABLE_SITE_ROLES.filter((role) => site_roles.includes(role)) };
}

/** Whether the account is one who can administer the site: it has the role and may enter. */
export const isActiveAdministrator = (user: UserRecord, policy: EntryPolicy): boolean =>
  user.site_roles.includes('SiteAdmin') && accountStatus(user, policy) === 'active';

/** Whether a change leaves the account as it is; then nothing is written and nothing audited. */
export const isUnchanged = (user: UserRecord, { site_roles, ...flags }: Partial<AdministeredFields>): boolean =>
  Object.entries(flags).every(([name, value]) => Object.entries(user).some(([known, now]) => known === name && now === value)) &&
  (site_roles === undefined ||
    ASSIGNABLE_SITE_ROLES.every((role) => site_roles.includes(role) === user.site_roles.includes(role)));
