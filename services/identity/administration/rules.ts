/** What an administrator's change of an account means. Pure. */
import type { SiteRole } from '../../../shared/contracts/permissions.ts';
import type { GivenSiteRole, UserRecord } from '../accounts/model.ts';
import type { AdministeredMembers } from '../accounts/repository.ts';
import { type EntryPolicy, siteRolesOf, standingOf } from '../accounts/rules.ts';

export type SentChange = Partial<Omit<AdministeredMembers, 'site_roles'>> & { site_roles?: SiteRole[] };

const GIVEN: readonly GivenSiteRole[] = ['SiteModerator', 'SiteAdmin'];

/**
 * The members that are set. SiteContributor is worked out, never given: sent back as it was read it changes nothing, for an account that
 * does not hold it the change is null (A18).
 */
export function readChange(user: UserRecord, { site_roles, ...flags }: SentChange): Partial<AdministeredMembers> | null {
  const set = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  if (site_roles === undefined) return set;
  if (site_roles.includes('SiteContributor') && !siteRolesOf(user).includes('SiteContributor')) return null;
  return { ...set, site_roles: GIVEN.filter((role) => site_roles.includes(role)) };
}

/** Whether the account is one who can administer the site: it has the role and may enter. */
export const administers = (user: UserRecord, policy: EntryPolicy): boolean =>
  user.site_roles.includes('SiteAdmin') && standingOf(user, policy) === 'active';

/** Whether a change leaves the account as it is; then nothing is written and nothing audited. */
export const isSame = (user: UserRecord, { site_roles, ...flags }: Partial<AdministeredMembers>): boolean =>
  Object.entries(flags).every(([name, value]) => Object.entries(user).some(([known, now]) => known === name && now === value)) &&
  (site_roles === undefined || GIVEN.every((role) => site_roles.includes(role) === user.site_roles.includes(role)));
