/** View of an account for site administrators. */
import type { administrationEndpoints } from '../../../shared/contracts/identity/administration.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { siteRolesOf } from '../accounts/account-status.ts';
import type { UserRecord } from '../accounts/model.ts';

type UserView = Infer<(typeof administrationEndpoints)['admin.users.update']['returns']>;

export const presentUser = (user: UserRecord): UserView => ({
  id: user._id,
  email: user.email,
  name: user.name,
  company_id: user.company_id,
  approved: user.approved,
  suspended: user.suspended,
  contribution_barred: user.contribution_barred,
  site_roles: siteRolesOf(user),
  created_at: user.created_at.toISOString(),
});
