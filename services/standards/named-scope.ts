/** The scope a caller names by `subject_type` and `subject_id`: to read what is in it, or for something new (decisions S1, S21, S24). */
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Call } from '../../shared/kernel/call.ts';
import { denied, fail, notFound } from '../../shared/kernel/errors.ts';
import { invalid } from '../../shared/kernel/params.ts';
import { requireUnarchived } from '../../shared/kernel/project-access.ts';
import { GLOBAL, type Place, placeOf, type Scope } from './subject.ts';

interface SentSubject {
  subject_type: Scope['subject_type'];
  subject_id?: number | null | undefined;
}

/**
 * The scope named for reading.
 * @throws NOT_FOUND for a scope that is not the caller's, PERMISSION_DENIED where only the key lacks the permission
 */
export async function namedScope(sent: SentSubject, permission: Permission, call: Call): Promise<Scope> {
  const { scope, subject } = await placeOf(ownScope(sent, call, notFound), call);
  if (!call.holds(permission, subject)) throw notFound();
  if (!call.permits(permission, subject)) throw denied([permission]);
  return scope;
}

/**
 * The scope named for something new: the caller's own company or account, a project it works on, or global.
 * @throws SUBJECT_NOT_ALLOWED for another's, PERMISSION_DENIED, PROJECT_ARCHIVED
 */
export async function chooseSubject(sent: SentSubject, permission: Permission, call: Call): Promise<Place> {
  const place = await placeOf(ownScope(sent, call, subjectNotAllowed), call);
  if (place.scope.subject_type === 'project' && !place.project) throw subjectNotAllowed('No project of yours has this id.');
  if (place.scope.subject_type === 'global') {
    if (typeof sent.subject_id === 'number') throw subjectNotAllowed('Global things have no subject_id; leave it out.');
    call.require('site:admin', { kind: 'site' });
  }
  call.require(permission, place.subject);
  if (place.project) requireUnarchived(place.project);
  return place;
}

/**
 * The scope that is meant; a subject id left out is the caller's own. Whether a project is one of the caller's is not asked here.
 * @throws VALIDATION_ERROR for a project without its id; the refusal, given what to send instead, for another's company or account
 */
function ownScope({ subject_type, subject_id }: SentSubject, call: Call, refusal: (sentence: string) => Error): Scope {
  const { company, user } = call.user;
  const isNamed = typeof subject_id === 'number';
  if (subject_type === 'global') return GLOBAL;
  if (subject_type === 'project') {
    if (!isNamed) throw invalid([{ path: 'subject_id', message: 'Send the id of the project as subject_id.' }]);
    return { subject_type, subject_id };
  }
  const own = subject_type === 'company' ? company?.id : user.id;
  if (own === undefined) throw refusal('Your account has no company; use subject_type user.');
  if (isNamed && subject_id !== own) {
    throw refusal(`For subject_type ${subject_type} the subject_id is your own: ${own}. Leave it out or send that.`);
  }
  return { subject_type, subject_id: own };
}

const subjectNotAllowed = (sentence: string): Error =>
  fail('SUBJECT_NOT_ALLOWED', sentence, { errors: [{ path: 'subject_id', message: sentence }] });
