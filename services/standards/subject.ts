/** Whose a thing is: scopes, and what a caller may do in them (decision A18; architecture §8). */
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Call } from '../../shared/kernel/call.ts';
import type { Scope, Subject } from '../../shared/kernel/callers/permissions.ts';
import { accessTo, type ProjectAccess } from '../../shared/kernel/project-access.ts';

export type { Scope } from '../../shared/kernel/callers/permissions.ts';

export const GLOBAL: Scope = { subject_type: 'global', subject_id: null };

/** A scope as the permission engine sees it, with the caller's stand to the project where it is one. */
export interface Place {
  scope: Scope;
  subject: Subject;
  /** The caller's access to the project of a project scope; null for the others, and for a project out of reach. */
  project: ProjectAccess | null;
}

/** Looks a scope up for a caller; only a project's costs a question to another service. */
export async function placeOf(scope: Scope, call: Call): Promise<Place> {
  const projectId = call.principal.kind === 'system' ? null : projectOf(scope);
  return placeIn(scope, projectId === null ? null : await accessTo(projectId, call));
}

/** A scope for a caller whose access to its project is known. */
export function placeIn({ subject_type, subject_id }: Scope, project: ProjectAccess | null): Place {
  const scope: Scope = { subject_type, subject_id };
  return { scope, subject: { kind: 'scope', scope, projectRole: project?.role ?? null }, project };
}

/** The project of a project scope; null for the others. */
export const projectOf = ({ subject_type, subject_id }: Scope): number | null => (subject_type === 'project' ? subject_id : null);

/** The scopes a caller may do something in, projects aside. */
export function ownPlaces(call: Call, permission: Permission): Scope[] {
  const { company, user } = call.user;
  const scopes: Scope[] = [
    GLOBAL,
    ...(company ? [{ subject_type: 'company', subject_id: company.id } as const] : []),
    { subject_type: 'user', subject_id: user.id },
  ];
  return scopes.filter((scope) => call.permits(permission, { kind: 'scope', scope }));
}

/** Whether two scopes are one. */
export const isSameScope = (a: Scope, b: Scope): boolean => a.subject_type === b.subject_type && a.subject_id === b.subject_id;
