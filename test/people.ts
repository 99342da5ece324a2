/**
 * Principals for tests that call actions directly: members of two companies, accounts without one, site
 * roles, anonymous. Nothing is stored.
 */
import type { CompanyRole, Permission, SiteRole } from '../shared/contracts/permissions.ts';
import type { Channel, Principal, UserPrincipal } from '../shared/kernel/auth/principal.ts';

interface PersonOptions {
  id: number;
  name?: string;
  company?: { id: number; name: string } | null;
  companyRole?: CompanyRole | null;
  siteRoles?: SiteRole[];
  /** Present: the caller uses a key with this grant. */
  granted?: readonly Permission[];
  channel?: Channel;
}

/** A signed-in person as identity would describe them. */
export function personPrincipal({
  id,
  name = `Person ${id}`,
  company = null,
  companyRole = null,
  siteRoles = [],
  granted,
  channel = 'http',
}: PersonOptions): UserPrincipal {
  const account: UserPrincipal = {
    kind: 'user',
    user: { id, name, email: `person${id}@example.org` },
    company,
    companyRole,
    siteRoles,
    contributionBarred: false,
    credential: { type: 'session' },
    granted: null,
    channel,
  };
  return granted ? withKey(account, granted) : account;
}

/** The same person with a key of this grant. */
export const withKey = (who: UserPrincipal, granted: readonly Permission[]): UserPrincipal => ({
  ...who,
  credential: { type: 'key', id: 1, name: 'test key' },
  granted: [...granted],
});

/** The same person through the assistant. */
export const throughAssistant = (who: UserPrincipal): UserPrincipal => ({ ...who, channel: 'assistant' });

/** The person as records and responses name them. */
export const authorOf = ({ user }: UserPrincipal) => ({ userId: user.id, displayName: user.name });

export const anonymous: Principal = { kind: 'anonymous', channel: 'http' };
/** The wiki when it adopts an edition. */
export const wikiService: Principal = { kind: 'system', service: 'wiki-moderation', channel: 'bus' };

export const FIRM = { id: 501, name: 'Arch & Co' };
export const OTHER_FIRM = { id: 502, name: 'Others' };

// Roles on every project of the firm come from the company.
const memberOfFirm = (id: number, name: string, companyRole: CompanyRole): UserPrincipal =>
  personPrincipal({ id, name, company: FIRM, companyRole });
export const lead = memberOfFirm(11, 'Ada Lead', 'CompanyAdmin');
export const editor = memberOfFirm(12, 'Ed Editor', 'CompanyEditor');
export const colleague = memberOfFirm(13, 'Cole League', 'CompanyEditor');
export const viewer = memberOfFirm(14, 'Vera Viewer', 'CompanyViewer');
/** A person with every right in another company. */
export const stranger = personPrincipal({
  id: 21,
  name: 'Sam Stranger',
  company: OTHER_FIRM,
  companyRole: 'CompanyAdmin',
});
/** A person without a company. */
export const individual = personPrincipal({ id: 31, name: 'Ina Individual' });

export const administrator = personPrincipal({ id: 1, name: 'Root Administrator', siteRoles: ['SiteAdmin'] });
export const contributor = personPrincipal({
  id: 2,
  name: 'Carl Contributor',
  siteRoles: ['SiteContributor'],
});
export const moderator = personPrincipal({ id: 3, name: 'Mona Moderator', siteRoles: ['SiteModerator'] });
