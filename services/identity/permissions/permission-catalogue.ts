/**
 * The response of `account.permissions`: all permissions by group, all roles and all presets of API keys with their
 * permissions.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { KEY_PRESETS, PRESET_PERMISSIONS } from '../../../shared/contracts/key-presets.ts';
import {
  COMPANY_ROLES,
  PERMISSION_GROUPS,
  PERMISSIONS,
  PROJECT_ROLE_OF_COMPANY_ROLE,
  PROJECT_ROLES,
  ROLE_PERMISSIONS,
  type Role,
  SITE_ROLES,
  WIKI_STANDARD_ROLES,
} from '../../../shared/contracts/permissions.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';

type Catalogue = Infer<(typeof identity)['account.permissions']['returns']>;
type RoleView = Catalogue['roles'][number];

const presentRole = (name: Role, held_on: RoleView['held_on']): RoleView => ({
  name,
  held_on,
  permissions: [...ROLE_PERMISSIONS[name]],
});

export const PERMISSION_CATALOGUE: Catalogue = {
  groups: Object.entries(PERMISSION_GROUPS).map(([name, permissions]) => ({
    name,
    permissions: [...permissions],
  })),
  roles: [
    presentRole('Account', 'site'),
    ...SITE_ROLES.map((role) => presentRole(role, 'site')),
    presentRole('Self', 'user'),
    ...COMPANY_ROLES.map((role) => ({
      ...presentRole(role, 'company'),
      project_role: PROJECT_ROLE_OF_COMPANY_ROLE[role],
    })),
    ...PROJECT_ROLES.map((role) => presentRole(role, 'project')),
    ...WIKI_STANDARD_ROLES.map((role) => presentRole(role, 'wiki_standard')),
  ],
  presets: KEY_PRESETS.map((name) => ({ name, permissions: [...PRESET_PERMISSIONS[name]] })),
  total: PERMISSIONS.length,
};
