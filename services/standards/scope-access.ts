/** Whose a thing is: scopes, and what a caller may do in them (decision A18; architecture §8). */
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Scope, Subject } from '../../shared/kernel/auth/authorization.ts';
import type { Call } from '../../shared/kernel/service/call.ts';
import { findProjectAccess, type ProjectAccess } from '../../shared/projects/project-access.ts';

export type { Scope } from '../../shared/kernel/auth/authorization.ts';

export const GLOBAL_SCOPE: Scope = { subject_type: 'global', subject_id: null };

/** A scope as the permission engine sees it, with the caller's stand to the project where it is one. */
export interface ScopeAccess {
  scope: Scope;
  subject: Subject;
  /** The caller's access to the project of a project scope; null for the others, and for a project out of reach. */
  projectAccess: ProjectAccess | null;
}

/** Looks a scope up for a caller; only a project's costs a question to another service. */
export async function loadScopeAccess(scope: Scope, call: Call): Promise<ScopeAccess> {
  const projectId = call.principal.kind === 'system' ? null : projectIdOf(scope);
  return scopeAccess(scope, projectId === null ? null : await findProjectAccess(projectId, call));
}

/** A scope for a caller whose access to its project is known. */
export function scopeAccess({ subject_type, subject_id }: Scope, projectAccess: ProjectAccess | null): ScopeAccess {
  const scope: Scope = { subject_type, subject_id };
  return { scope, subject: { kind: 'scope', scope, projectRole: projectAccess?.role ?? null }, projectAccess };
}

/** The project of a project scope; null for the others. */
export const projectIdOf = ({ subject_type, subject_id }: Scope): number | null =>
  subject_type === 'project' ? subject_id : null;

/** The scopes a caller may do something in, projects aside. */
export function ownScopes(call: Call, permission: Permission): Scope[] {
  const { company, user } = call.userPrincipal;
  const scopes: Scope[] = [
    GLOBAL_SCOPE,
    ...(company ? [{ subject_type: 'company', subject_id: company.id } as const] : []),
    { subject_type: 'user', subject_id: user.id },
  ];
  return scopes.filter((scope) => call.isAllowed(permission, { kind: 'scope', scope }));
}

/** Whether two scopes are one. */
export const isSameScope = (a: Scope, b: Scope): boolean => a.subject_type === b.subject_type && a.subject_id === b.subject_id;
