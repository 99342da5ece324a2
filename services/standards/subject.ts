/** Whose a thing is, or is to be: scopes, and what a caller may do in them (decisions A18, S1, S21, S24; architecture §8). */
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Call } from '../../shared/kernel/call.ts';
import type { Scope, Subject } from '../../shared/kernel/callers/permissions.ts';
import { fail } from '../../shared/kernel/errors.ts';
import { invalid } from '../../shared/kernel/params.ts';
import { accessTo, type ProjectAccess, requireUnarchived } from '../../shared/kernel/project-access.ts';

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

interface SentSubject {
  subject_type: Scope['subject_type'];
  subject_id?: number | null | undefined;
}

/**
 * The scope a caller names for something new: its own company or account, a project it works on, or global.
 * @throws SUBJECT_NOT_ALLOWED for another's, PERMISSION_DENIED, PROJECT_ARCHIVED
 */
export async function chooseSubject(sent: SentSubject, permission: Permission, call: Call): Promise<Place> {
  const place = await placeOf(ownScope(sent, call), call);
  if (place.scope.subject_type === 'project' && !place.project) throw subjectNotAllowed('No project of yours has this id.');
  if (place.scope.subject_type === 'global') call.require('site:admin', { kind: 'site' });
  call.require(permission, place.subject);
  if (place.project) requireUnarchived(place.project);
  return place;
}

/** The scope that is meant; a subject id left out is the caller's own. */
function ownScope({ subject_type, subject_id = null }: SentSubject, call: Call): Scope {
  const { company, user } = call.user;
  if (subject_type === 'global') {
    if (subject_id !== null) throw subjectNotAllowed('Global things have no subject_id; leave it out.');
    return GLOBAL;
  }
  if (subject_type === 'project') {
    if (subject_id === null) throw invalid([{ path: 'subject_id', message: 'Send the id of the project as subject_id.' }]);
    return { subject_type, subject_id };
  }
  const own = subject_type === 'company' ? company?.id : user.id;
  if (own === undefined) throw subjectNotAllowed('Your account has no company; use subject_type user.');
  if (subject_id !== null && subject_id !== own) {
    throw subjectNotAllowed(`For subject_type ${subject_type} the subject_id is your own: ${own}. Leave it out or send that.`);
  }
  return { subject_type, subject_id: own };
}

const subjectNotAllowed = (sentence: string): Error =>
  fail('SUBJECT_NOT_ALLOWED', sentence, { errors: [{ path: 'subject_id', message: sentence }] });

/** Whether two scopes are one. */
export const isSameScope = (a: Scope, b: Scope): boolean => a.subject_type === b.subject_type && a.subject_id === b.subject_id;
