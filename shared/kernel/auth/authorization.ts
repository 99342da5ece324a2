/**
 * Authorization: whether a caller has a permission on a subject or could have it on some resource, and the account's
 * global permissions, from its roles and the grant of its key. Pure: the service that owns a resource describes it as
 * a subject.
 */
import {
  PERMISSIONS,
  type Permission,
  type ProjectRole,
  ROLE_PERMISSIONS,
  type Role,
  WIKI_STANDARD_ROLES,
  type WikiStandardRole,
} from '../../contracts/permissions.ts';
import type { Principal, UserPrincipal } from './principal.ts';

/** Scope of standards, categories and libraries. */
export interface Scope {
  subject_type: 'global' | 'company' | 'project' | 'user';
  /** Null for global. */
  subject_id: number | null;
}

/** A resource on which permissions are checked, with the caller's roles on it that its service knows. */
export type Subject =
  | { kind: 'scope'; scope: Scope; projectRole?: ProjectRole | null }
  | { kind: 'project'; role: ProjectRole | null }
  | { kind: 'company'; companyId: number }
  | { kind: 'wikiStandard'; roles: readonly WikiStandardRole[] }
  | { kind: 'site' };

/** The roles of a caller on a subject. */
function rolesFor(principal: Principal, subject: Subject): Role[] {
  if (principal.kind !== 'user') return [];
  switch (subject.kind) {
    case 'scope':
      return rolesInScope(principal, subject.scope, subject.projectRole ?? null);
    case 'project':
      return subject.role ? [subject.role] : [];
    case 'company':
      return subject.companyId === principal.company?.id && principal.companyRole
        ? [principal.companyRole]
        : [];
    case 'wikiStandard':
      // A role on a page, that of adopters and moderators too, is inactive while the account is no contributor.
      return [
        ...principal.siteRoles,
        ...(principal.siteRoles.includes('SiteContributor') ? subject.roles : []),
      ];
    case 'site':
      return ['Account', ...principal.siteRoles];
  }
}

function rolesInScope(principal: UserPrincipal, scope: Scope, projectRole: ProjectRole | null): Role[] {
  switch (scope.subject_type) {
    case 'global':
      return ['Account', ...principal.siteRoles.filter((role) => role === 'SiteAdmin')];
    case 'user':
      return scope.subject_id === principal.user.id ? ['Self'] : [];
    case 'company':
      return scope.subject_id === principal.company?.id && principal.companyRole
        ? [principal.companyRole]
        : [];
    case 'project':
      return projectRole ? [projectRole] : [];
  }
}

/** Whether the credential includes the permission: a session includes all, a key its grant. */
const isGranted = (principal: Principal, permission: Permission): boolean =>
  principal.kind === 'system' ||
  (principal.kind === 'user' && (principal.granted === null || principal.granted.includes(permission)));

/** Whether the account has the permission, with any credential. Decides what is visible. */
export const accountMay = (principal: Principal, permission: Permission, subject: Subject): boolean =>
  principal.kind === 'system' ||
  (principal.kind === 'user' && hasPermission(principal, permission, subject, isGlobalModerator(principal)));

/** Whether the caller has the permission: grant of the key ∩ current rights of its account. */
export const callerMay = (principal: Principal, permission: Permission, subject: Subject): boolean =>
  isGranted(principal, permission) &&
  (principal.kind === 'system' ||
    (principal.kind === 'user' &&
      hasPermission(principal, permission, subject, bypassesWikiRoles(principal))));

/** The permissions that need a role on a wiki page. */
const WIKI_ROLE_PERMISSIONS: ReadonlySet<Permission> = new Set(
  WIKI_STANDARD_ROLES.flatMap((role) => ROLE_PERMISSIONS[role]),
);

/**
 * Whether a role on the subject includes the permission; a permission that needs a role on a page is not
 * satisfied by a site role.
 */
function hasPermission(
  principal: UserPrincipal,
  permission: Permission,
  subject: Subject,
  bypass: boolean,
): boolean {
  const roles = rolesFor(principal, subject).filter(
    (role) =>
      ROLE_PERMISSIONS[role].includes(permission) && !isForPinnedStandardsOnly(role, permission, subject),
  );
  if (subject.kind !== 'wikiStandard' || !WIKI_ROLE_PERMISSIONS.has(permission)) return roles.length > 0;
  return bypass || roles.some((role) => WIKI_STANDARD_ROLES.some((wikiRole) => wikiRole === role));
}

const READS_OF_STANDARDS: ReadonlySet<Permission> = new Set(['standard:read', 'standard:view_revisions']);

/**
 * Whether a role has the permission only on the standards that a project pins: a viewer reads the revisions which
 * the project has issued, and not what is filed in its scope for a draft.
 */
const isForPinnedStandardsOnly = (role: Role, permission: Permission, subject: Subject): boolean =>
  subject.kind === 'scope' && role === 'ProjectViewer' && READS_OF_STANDARDS.has(permission);

/** An account with the global `wiki:standard:moderate`. */
const isGlobalModerator = (principal: UserPrincipal): boolean =>
  principal.siteRoles.some((role) => ROLE_PERMISSIONS[role].includes('wiki:standard:moderate'));

/**
 * The global `wiki:standard:moderate` replaces roles on pages, never the permission of the action;
 * a key needs it in its grant.
 */
const bypassesWikiRoles = (principal: UserPrincipal): boolean =>
  isGlobalModerator(principal) && isGranted(principal, 'wiki:standard:moderate');

/** The permissions that an account may have on some project. */
const PROJECT_PERMISSIONS: ReadonlySet<Permission> = new Set(ROLE_PERMISSIONS.ProjectOwner);

/** Whether the caller could have the permission on some project or page. */
export const couldHaveOnResource = (principal: UserPrincipal, permission: Permission): boolean =>
  PROJECT_PERMISSIONS.has(permission) ||
  (WIKI_ROLE_PERMISSIONS.has(permission) && principal.siteRoles.includes('SiteContributor'));

/** The permissions of the account, its site roles and its company role. */
export function globalPermissions(principal: UserPrincipal): Permission[] {
  const roles: Role[] = [
    'Account',
    'Self',
    ...principal.siteRoles,
    ...(principal.companyRole ? [principal.companyRole] : []),
  ];
  const granted = new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
  const bypass = bypassesWikiRoles(principal);
  return PERMISSIONS.filter((permission) =>
    WIKI_ROLE_PERMISSIONS.has(permission) ? bypass : granted.has(permission),
  );
}

/** Whether the caller could have the permission on any resource; if not, 403 before one is loaded. */
export const couldEverHave = (principal: Principal, permission: Permission): boolean =>
  isGranted(principal, permission) &&
  (principal.kind === 'system' ||
    (principal.kind === 'user' &&
      (couldHaveOnResource(principal, permission) || globalPermissions(principal).includes(permission))));
