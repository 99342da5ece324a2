/** What other services ask identity. */
import { internal } from '../endpoint.ts';
import { PERMISSIONS } from '../permissions.ts';
import { flag, id, list, nullable, object, oneOf, text } from '../schema.ts';

const COMPANY_ROLES = ['CompanyViewer', 'CompanyEditor', 'CompanyAdmin'] as const;
const SITE_ROLES = ['SiteContributor', 'SiteModerator', 'SiteAdmin'] as const;

/** An account with the credential it came with: `UserPrincipal` of the kernel. */
export const userPrincipal = object({
  kind: oneOf('user'),
  user: object({ id, name: text, email: text }),
  company: nullable(object({ id, name: text })),
  companyRole: nullable(oneOf(...COMPANY_ROLES)),
  siteRoles: list(oneOf(...SITE_ROLES)),
  contributionBarred: flag,
  credential: { type: 'multi', rules: [object({ type: oneOf('session') }), object({ type: oneOf('key'), id, name: text })] },
  granted: nullable(list(oneOf(...PERMISSIONS))),
  channel: oneOf('http', 'mcp', 'assistant', 'bus'),
});

export const identityInternal = {
  'identity.principal': internal({
    summary:
      'Turns a key or a session token into a principal; null when it is unknown, revoked, expired or its owner is suspended',
    params: { type: oneOf('key', 'session'), secret: text },
    returns: object({ principal: nullable(userPrincipal) }),
    timeoutMs: 5_000,
  }),
  'identity.people': internal({
    summary: 'Display names of users; unknown ids are left out',
    params: { user_ids: list(id) },
    returns: object({ people: list(object({ userId: id, displayName: text, email: text, company_id: nullable(id) })) }),
  }),
  'identity.companies': internal({
    summary: 'Names of companies; unknown ids are left out',
    params: { company_ids: list(id) },
    returns: object({ companies: list(object({ id, name: text })) }),
  }),
} as const;
