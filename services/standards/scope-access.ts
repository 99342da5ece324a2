/**
 * Scopes (global, company, user, project), and a caller's access to them as the subject of permission checks.
 */
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Scope, Subject } from '../../shared/kernel/auth/authorization.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import { findProjectAccess, type ProjectAccess } from '../../shared/projects/project-access.ts';

export type { Scope } from '../../shared/kernel/auth/authorization.ts';

export const GLOBAL_SCOPE: Scope = { subject_type: 'global', subject_id: null };

/** A scope as the subject of permission checks. */
export interface ScopeAccess {
  scope: Scope;
  subject: Subject;
  /** The caller's access to the project of a project scope; null without access and for other scopes. */
  projectAccess: ProjectAccess | null;
}

/** The access of a caller to a scope; a project scope takes a call to projects. */
export async function loadScopeAccess(scope: Scope, ctx: RequestContext): Promise<ScopeAccess> {
  const projectId = ctx.principal.kind === 'system' ? null : projectIdOf(scope);
  return toScopeAccess(scope, projectId === null ? null : await findProjectAccess(projectId, ctx));
}

/** The same, when the access to the project is already known. */
export function toScopeAccess(
  { subject_type, subject_id }: Scope,
  projectAccess: ProjectAccess | null,
): ScopeAccess {
  const scope: Scope = { subject_type, subject_id };
  return {
    scope,
    subject: { kind: 'scope', scope, projectRole: projectAccess?.role ?? null },
    projectAccess,
  };
}

/** The project of a project scope; null for the others. */
export const projectIdOf = ({ subject_type, subject_id }: Scope): number | null =>
  subject_type === 'project' ? subject_id : null;

/** The scopes in which a caller has a permission, except projects. */
export function scopesWithPermission(ctx: RequestContext, permission: Permission): Scope[] {
  const { company, user } = ctx.userPrincipal;
  const scopes: Scope[] = [
    GLOBAL_SCOPE,
    ...(company ? [{ subject_type: 'company', subject_id: company.id } as const] : []),
    { subject_type: 'user', subject_id: user.id },
  ];
  return scopes.filter((scope) => ctx.isAllowed(permission, { kind: 'scope', scope }));
}

/**
 * A check whether the caller may read the standards of a scope by that scope, not only through projects that
 * pin them.
 */
export function createScopeReadCheck(ctx: RequestContext): (scope: Scope) => Promise<boolean> {
  // One query per scope.
  const checks = new Map<string, Promise<boolean>>();
  return (scope) => {
    const key = scopeKey(scope);
    const check =
      checks.get(key) ??
      loadScopeAccess(scope, ctx).then(({ subject }) => ctx.accountMay('standard:read', subject));
    checks.set(key, check);
    return check;
  };
}

/** A scope as a key of maps. */
export const scopeKey = ({ subject_type, subject_id }: Scope): string => `${subject_type} ${subject_id}`;

/** Whether two scopes are the same. */
export const isSameScope = (a: Scope, b: Scope): boolean =>
  a.subject_type === b.subject_type && a.subject_id === b.subject_id;

/** The filter of records with the members of a scope: those of some scopes, at least one. */
export const inScopes = (scopes: readonly Scope[]) => ({
  // One branch for each type, not for each of the thousands of projects of a company: MongoDB plans each by itself.
  $or: [...Map.groupBy(scopes, ({ subject_type }) => subject_type)].map(([subject_type, ofType]) => ({
    subject_type,
    subject_id: { $in: ofType.map(({ subject_id }) => subject_id) },
  })),
});
