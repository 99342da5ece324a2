/** What a caller may do, as whoami tells it (document 1, Authentication 3 and 4; decisions A6, A19). Pure. */
import type { DORMANT_REASONS } from '../../../shared/contracts/identity/permissions.ts';
import { type Permission, ROLE_PERMISSIONS, type Role } from '../../../shared/contracts/permissions.ts';
import { carries, globalPermissions } from '../../../shared/kernel/permissions.ts';
import type { UserPrincipal } from '../../../shared/kernel/principal.ts';

/** A role on one project or wiki standard. */
export interface ScopedRole {
  resource_type: 'project' | 'wiki_standard';
  resource_id: number | string;
  role: Role;
}

export type DormantReason = (typeof DORMANT_REASONS)[number];
export interface Dormant {
  permission: Permission;
  reason: DormantReason;
  remedy?: string;
}

export interface Scoped {
  permission: Permission;
  resource_type: ScopedRole['resource_type'];
  resource_id: number | string;
  via: string;
}

export interface Rights {
  permissions: Permission[];
  dormant: Dormant[];
  scoped: Scoped[];
  scoped_truncated: boolean;
}

/** Rows of `scoped` an answer has at most: somebody with 500 projects would otherwise get 15,000. */
export const SCOPED_LIMIT = 2_000;

/**
 * The rights of a caller.
 * @param roles its roles on projects and wiki standards
 * @param complete whether these are all of them; what may be held on one that is missing is not called dormant
 */
export function rightsOf(principal: UserPrincipal, roles: readonly ScopedRole[], complete: boolean): Rights {
  const everywhere = new Set(globalPermissions(principal));
  const somewhere = new Set(roles.flatMap(({ role }) => ROLE_PERMISSIONS[role]));
  const scoped = roles.flatMap(({ resource_type, resource_id, role }) =>
    ROLE_PERMISSIONS[role]
      .filter((permission) => carries(principal, permission) && !everywhere.has(permission))
      .map((permission) => ({ permission, resource_type, resource_id, via: role })),
  );
  const mayBeHeld = (permission: Permission): boolean =>
    everywhere.has(permission) || somewhere.has(permission) || (!complete && ROLE_PERMISSIONS.ProjectOwner.includes(permission));
  return {
    permissions: principal.granted ?? [...everywhere],
    dormant: (principal.granted ?? [])
      .filter((permission) => !mayBeHeld(permission))
      .map((permission) => ({ permission, ...explain(principal, permission) })),
    scoped: scoped.slice(0, SCOPED_LIMIT),
    scoped_truncated: !complete || scoped.length > SCOPED_LIMIT,
  };
}

/** Why the owner holds it nowhere; the first reason that applies, in the order of A19. */
function explain(principal: UserPrincipal, permission: Permission): Omit<Dormant, 'permission'> {
  if (ROLE_PERMISSIONS.SiteContributor.includes(permission)) {
    if (principal.contributionBarred) return { reason: 'contribution_barred' };
    return {
      reason: 'agreement_not_accepted',
      remedy: 'Read the Contributor License Agreement with GET /api/account/cla and accept it with POST /api/account/cla/accept.',
    };
  }
  if (permission === 'company:administer' && principal.company === null) {
    return { reason: 'company_missing', remedy: 'Found a company, or have the administrator of yours add you to it.' };
  }
  return { reason: 'owner_lacks' };
}
