/**
 * The permission engine: one question, "may this caller do this to that?", one answer (decisions A3, A4, A18; document 1,
 * Authentication). Pure: the owner of a thing says what it is (a subject), this file says what that means for the caller.
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

/** Where standards, categories and libraries live. */
export interface Scope {
  subject_type: 'global' | 'company' | 'project' | 'user';
  /** Null for global. */
  subject_id: number | null;
}

/** A thing a permission can be held on, with the roles its owner knows of. */
export type Subject =
  | { kind: 'scope'; scope: Scope; projectRole?: ProjectRole | null }
  | { kind: 'project'; role: ProjectRole | null }
  | { kind: 'company'; companyId: number }
  | { kind: 'wikiStandard'; roles: readonly WikiStandardRole[] }
  | { kind: 'site' };

/** The roles of a caller that count on a subject. */
function rolesFor(principal: Principal, subject: Subject): Role[] {
  if (principal.kind !== 'user') return [];
  switch (subject.kind) {
    case 'scope':
      return rolesInScope(principal, subject.scope, subject.projectRole ?? null);
    case 'project':
      return subject.role ? [subject.role] : [];
    case 'company':
      return subject.companyId === principal.company?.id && principal.companyRole ? [principal.companyRole] : [];
    case 'wikiStandard':
      // Rule 8 holds for adopters and moderators too: a role on a page sleeps while its holder is no contributor.
      return [...principal.siteRoles, ...(principal.siteRoles.includes('SiteContributor') ? subject.roles : [])];
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
      return scope.subject_id === principal.company?.id && principal.companyRole ? [principal.companyRole] : [];
    case 'project':
      return projectRole ? [projectRole] : [];
  }
}

/** Whether the credential carries the permission at all: a session carries all, a key its grant. */
export const isGranted = (principal: Principal, permission: Permission): boolean =>
  principal.kind === 'system' ||
  (principal.kind === 'user' && (principal.granted === null || principal.granted.includes(permission)));

/** What the account may do to the subject, whatever key it came with. Decides what is visible. */
export const accountMay = (principal: Principal, permission: Permission, subject: Subject): boolean =>
  principal.kind === 'system' ||
  (principal.kind === 'user' && hasPermission(principal, permission, subject, isGlobalModerator(principal)));

/** May this caller do this to that? Grant of the key ∩ live rights of its owner, at call time. */
export const callerMay = (principal: Principal, permission: Permission, subject: Subject): boolean =>
  isGranted(principal, permission) &&
  (principal.kind === 'system' ||
    (principal.kind === 'user' && hasPermission(principal, permission, subject, bypassesWikiRoles(principal))));

/** What an adopter or a moderator of a page may do: the actions that need a wiki role (A4; document 1, Authentication 9). */
const WIKI_ROLE_PERMISSIONS: ReadonlySet<Permission> = new Set(WIKI_STANDARD_ROLES.flatMap((role) => ROLE_PERMISSIONS[role]));

/** A role on the subject carries the permission; where it must be a role on a page, a site role of that permission is not enough. */
function hasPermission(principal: UserPrincipal, permission: Permission, subject: Subject, bypass: boolean): boolean {
  const carrying = rolesFor(principal, subject).filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  if (subject.kind !== 'wikiStandard' || !WIKI_ROLE_PERMISSIONS.has(permission)) return carrying.length > 0;
  return bypass || carrying.some((role) => WIKI_STANDARD_ROLES.some((wikiRole) => wikiRole === role));
}

/** An account with the global `wiki:standard:moderate`. */
const isGlobalModerator = (principal: UserPrincipal): boolean =>
  principal.siteRoles.some((role) => ROLE_PERMISSIONS[role].includes('wiki:standard:moderate'));

/**
 * The global `wiki:standard:moderate` replaces the roles on pages, never the permission (A4, W12): a key has it only when it
 * carries it, and still needs the permission of the action.
 */
const bypassesWikiRoles = (principal: UserPrincipal): boolean =>
  isGlobalModerator(principal) && isGranted(principal, 'wiki:standard:moderate');

/** What an account may hold on some project: only the owner of that knows. */
const PROJECT_PERMISSIONS: ReadonlySet<Permission> = new Set(ROLE_PERMISSIONS.ProjectOwner);

/** What the caller may hold on single projects or pages, whether or not it does on any. */
export const couldHaveOnResource = (principal: UserPrincipal, permission: Permission): boolean =>
  PROJECT_PERMISSIONS.has(permission) ||
  (WIKI_ROLE_PERMISSIONS.has(permission) && principal.siteRoles.includes('SiteContributor'));

/** Permissions held everywhere they apply: by the account itself, its site roles and its company role (A19). */
export function globalPermissions(principal: UserPrincipal): Permission[] {
  const roles: Role[] = ['Account', 'Self', ...principal.siteRoles, ...(principal.companyRole ? [principal.companyRole] : [])];
  const held = new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
  const bypass = bypassesWikiRoles(principal);
  return PERMISSIONS.filter((permission) => (WIKI_ROLE_PERMISSIONS.has(permission) ? bypass : held.has(permission)));
}

/** Before any resource is looked at: could this caller hold the permission on anything? Otherwise 403 at once (G16). */
export const couldEverHave = (principal: Principal, permission: Permission): boolean =>
  isGranted(principal, permission) &&
  (principal.kind === 'system' ||
    (principal.kind === 'user' &&
      (couldHaveOnResource(principal, permission) || globalPermissions(principal).includes(permission))));
