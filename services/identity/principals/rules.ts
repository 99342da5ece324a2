/** What a credential with its owner means to every service. Pure. */
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { siteRolesOf } from '../accounts/rules.ts';
import type { WithOwner } from './repository.ts';

/** The principal of an account. The gateway says through which channel it came. */
export function buildPrincipal(
  found: WithOwner<object>,
  credential: UserPrincipal['credential'],
  granted: UserPrincipal['granted'],
): UserPrincipal {
  const { owner, companies } = found;
  const [company] = companies;
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
