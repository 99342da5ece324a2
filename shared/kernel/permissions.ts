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
} from '../contracts/permissions.ts';
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

/** The roles a caller has on a subject. */
export function rolesOn(principal: Principal, subject: Subject): Role[] {
  if (principal.kind !== 'user') return [];
  const site: Role[] = principal.siteRoles;
  switch (subject.kind) {
    case 'scope':
      return [...rolesInScope(principal, subject.scope), ...(subject.projectRole ? [subject.projectRole] : [])];
    case 'project':
      return subject.role ? [subject.role] : [];
    case 'company':
      return subject.companyId === principal.company?.id && principal.companyRole ? [principal.companyRole] : [];
    case 'wikiStandard':
      // A global moderator needs no role on the page (A4, W12): the bypass replaces the role, the key's grant still counts.
      return [...site, ...(isGlobalModerator(principal) ? WIKI_STANDARD_ROLES : subject.roles)];
    case 'site':
      return ['Account', ...site];
  }
}

/** Holder of the global `wiki:standard:moderate`, which replaces the per-standard wiki roles. */
export const isGlobalModerator = (principal: Principal): boolean =>
  principal.kind === 'user' && principal.siteRoles.some((role) => ROLE_PERMISSIONS[role].includes('wiki:standard:moderate'));

function rolesInScope(principal: UserPrincipal, scope: Scope): Role[] {
  switch (scope.subject_type) {
    case 'global':
      return ['Account', ...principal.siteRoles.filter((role) => role === 'SiteAdmin')];
    case 'user':
      return scope.subject_id === principal.user.id ? ['Self'] : [];
    case 'company':
      return scope.subject_id === principal.company?.id && principal.companyRole ? [principal.companyRole] : [];
    case 'project':
      return [];
  }
}

/** What the account may do to the subject, whatever key it came with. Decides what is visible. */
export const holds = (principal: Principal, permission: Permission, subject: Subject): boolean =>
  principal.kind === 'system' || rolesOn(principal, subject).some((role) => ROLE_PERMISSIONS[role].includes(permission));

/** Whether the credential carries the permission at all: a session carries all, a key its grant. */
export const carries = (principal: Principal, permission: Permission): boolean =>
  principal.kind === 'system' ||
  (principal.kind === 'user' && (principal.granted === null || principal.granted.includes(permission)));

/** May this caller do this to that? Grant of the key ∩ live rights of its owner, at call time. */
export const permits = (principal: Principal, permission: Permission, subject: Subject): boolean =>
  carries(principal, permission) && holds(principal, permission, subject);

/** Roles an account may hold on some project or wiki standard: only the owner of that thing knows. */
const SCOPED_ROLES: readonly Role[] = ['ProjectOwner', ...WIKI_STANDARD_ROLES];
const SCOPED: ReadonlySet<Permission> = new Set(SCOPED_ROLES.flatMap((role) => ROLE_PERMISSIONS[role]));

/** Permissions held everywhere they apply: by the account itself, its site roles and its company role (A19). */
export function globalPermissions(principal: UserPrincipal): Permission[] {
  const roles: Role[] = ['Account', 'Self', ...principal.siteRoles, ...(principal.companyRole ? [principal.companyRole] : [])];
  const held = new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
  return PERMISSIONS.filter((permission) => held.has(permission));
}

/** Before any resource is looked at: could this caller hold the permission on anything? Otherwise 403 at once (G16). */
export const mayHoldSomewhere = (principal: Principal, permission: Permission): boolean =>
  carries(principal, permission) &&
  (principal.kind === 'system' ||
    SCOPED.has(permission) ||
    (principal.kind === 'user' && globalPermissions(principal).includes(permission)));
