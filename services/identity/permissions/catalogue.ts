/** Every permission in its group and every role with what it carries: the one table, as it is served (A3, A18). */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import {
  type CompanyRole,
  PERMISSION_GROUPS,
  PERMISSIONS,
  PROJECT_ROLE_OF,
  ROLE_PERMISSIONS,
  type Role,
} from '../../../shared/contracts/permissions.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';

type Catalogue = Infer<(typeof identity)['account.permissions']['returns']>;
type RoleShown = Catalogue['roles'][number];

const SITE: readonly Role[] = ['Account', 'SiteContributor', 'SiteModerator', 'SiteAdmin'];
const COMPANY: readonly CompanyRole[] = ['CompanyViewer', 'CompanyEditor', 'CompanyAdmin'];
const PROJECT: readonly Role[] = ['ProjectViewer', 'ProjectEditor', 'ProjectAdmin', 'ProjectOwner'];
const WIKI_STANDARD: readonly Role[] = ['adopter', 'moderator'];

const row = (name: Role, held_on: RoleShown['held_on']): RoleShown => ({
  name,
  held_on,
  permissions: [...ROLE_PERMISSIONS[name]],
});

export const CATALOGUE: Catalogue = {
  groups: Object.entries(PERMISSION_GROUPS).map(([name, permissions]) => ({ name, permissions: [...permissions] })),
  roles: [
    ...SITE.map((role) => row(role, 'site')),
    row('Self', 'user'),
    ...COMPANY.map((role) => ({ ...row(role, 'company'), project_role: PROJECT_ROLE_OF[role] })),
    ...PROJECT.map((role) => row(role, 'project')),
    ...WIKI_STANDARD.map((role) => row(role, 'wiki_standard')),
  ],
  total: PERMISSIONS.length,
};
