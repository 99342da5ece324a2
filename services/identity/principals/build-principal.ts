/** Builder of a principal from a stored credential with its account and company. Pure. */
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { siteRolesOf } from '../accounts/account-status.ts';
import type { WithOwner } from './credential-lookup.ts';

/** The gateway sets the channel. */
export function buildPrincipal(
  { owner, companies: [company] }: WithOwner<object>,
  credential: UserPrincipal['credential'],
  granted: UserPrincipal['granted'],
): UserPrincipal {
  return {
    kind: 'user',
    user: { id: owner._id, name: owner.name, email: owner.email },
    company: company ? { id: company._id, name: company.name } : null,
    companyRole: company ? owner.company_role : null,
    siteRoles: siteRolesOf(owner),
    contributionBarred: owner.contribution_barred,
    credential,
    granted,
    channel: 'http',
  };
}
