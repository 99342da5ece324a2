/**
 * Computes the rights of a caller for whoami: its permissions in general, those on single projects and wiki pages,
 * and the permissions that its API key names and cannot use now, with the reason. Pure.
 */
import type { DORMANT_REASONS } from '../../../shared/contracts/identity/permissions.ts';
import {
  type Permission,
  type ProjectRole,
  ROLE_PERMISSIONS,
  type WikiStandardRole,
} from '../../../shared/contracts/permissions.ts';
import {
  callerMay,
  couldHaveOnResource,
  globalPermissions,
  type Subject,
} from '../../../shared/kernel/auth/authorization.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';

/** A role given on one project or wiki standard. */
export type ScopedRole =
  | { resource_type: 'project'; resource_id: number; role: ProjectRole }
  | { resource_type: 'wiki_standard'; resource_id: string; role: WikiStandardRole };

type DormantReason = (typeof DORMANT_REASONS)[number];
interface DormantPermission {
  permission: Permission;
  reason: DormantReason;
  remedy?: string;
}

interface ScopedPermission {
  permission: Permission;
  resource_type: ScopedRole['resource_type'];
  resource_id: number | string;
  via: string;
}

interface CallerRights {
  permissions: Permission[];
  dormant: DormantPermission[];
  scoped: ScopedPermission[];
  scoped_truncated: boolean;
}

/** Maximum rows of `scoped`: 500 projects would otherwise give 15,000. */
export const MAX_SCOPED_PERMISSIONS = 2_000;

/**
 * The rights of a caller.
 * @param roles its roles on projects and wiki standards
 * @param complete whether `roles` has all of them; if not, permissions that a missing role might give are not
 * called dormant
 */
export function callerRights(
  principal: UserPrincipal,
  roles: readonly ScopedRole[],
  complete: boolean,
): CallerRights {
  const globalSet = new Set(globalPermissions(principal));
  const scoped = roles.flatMap((scopedRole) => {
    const subject = subjectOf(scopedRole);
    const { resource_type, resource_id, role } = scopedRole;
    return ROLE_PERMISSIONS[role]
      .filter((permission) => !globalSet.has(permission) && callerMay(principal, permission, subject))
      .map((permission) => ({ permission, resource_type, resource_id, via: role }));
  });
  const scopedSet = new Set(scoped.map(({ permission }) => permission));
  const mayBeHeld = (permission: Permission): boolean =>
    globalSet.has(permission) ||
    scopedSet.has(permission) ||
    (!complete && couldHaveOnResource(principal, permission));
  // Wiki roles are inactive while their holder is not a contributor.
  const wikiPermissions = new Set(
    roles.flatMap(({ resource_type, role }) =>
      resource_type === 'wiki_standard' ? ROLE_PERMISSIONS[role] : [],
    ),
  );
  return {
    permissions: principal.granted ?? [...globalSet],
    dormant: (principal.granted ?? [])
      .filter((permission) => !mayBeHeld(permission))
      .map((permission) => ({
        permission,
        ...explainDormant(principal, permission, wikiPermissions.has(permission)),
      })),
    scoped: scoped.slice(0, MAX_SCOPED_PERMISSIONS),
    scoped_truncated: !complete || scoped.length > MAX_SCOPED_PERMISSIONS,
  };
}

const subjectOf = ({ resource_type, role }: ScopedRole): Subject =>
  resource_type === 'project' ? { kind: 'project', role } : { kind: 'wikiStandard', roles: [role] };

/** Why the owner of a key has a permission on no resource: the first reason that applies. */
function explainDormant(
  principal: UserPrincipal,
  permission: Permission,
  hasInactiveRole: boolean,
): Omit<DormantPermission, 'permission'> {
  const isContributor = principal.siteRoles.includes('SiteContributor');
  if (ROLE_PERMISSIONS.SiteContributor.includes(permission) || (hasInactiveRole && !isContributor)) {
    if (principal.contributionBarred) return { reason: 'contribution_barred' };
    return {
      reason: 'agreement_not_accepted',
      remedy:
        'Read the Contributor License Agreement with GET /api/account/cla and accept it with POST /api/account/cla/accept.',
    };
  }
  if (permission === 'company:administer' && principal.company === null) {
    return {
      reason: 'company_missing',
      remedy: 'Create a company, or ask your company’s administrator to add you.',
    };
  }
  if (globalPermissions({ ...principal, granted: null }).includes(permission)) {
    return {
      reason: 'owner_lacks',
      remedy: 'Grant the key wiki:standard:moderate as well: without it the key needs a role on each page.',
    };
  }
  return { reason: 'owner_lacks' };
}
