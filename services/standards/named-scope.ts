/** The scope a list is narrowed to. */
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Call } from '../../shared/kernel/call.ts';
import { denied, notFound } from '../../shared/kernel/errors.ts';
import { invalid } from '../../shared/kernel/params.ts';
import { GLOBAL, placeOf, type Scope } from './subject.ts';

/**
 * The scope that `subject_type` and `subject_id` name for reading; the id left out is the caller's own.
 * @throws NOT_FOUND for a scope that is not the caller's, PERMISSION_DENIED where only the key lacks the permission
 */
export async function namedScope(
  { subject_type, subject_id }: { subject_type: Scope['subject_type']; subject_id?: number | undefined },
  permission: Permission,
  call: Call,
): Promise<Scope> {
  const scope = read(subject_type, subject_id, call);
  if (!scope) throw notFound();
  const { subject } = await placeOf(scope, call);
  if (!call.holds(permission, subject)) throw notFound();
  if (!call.permits(permission, subject)) throw denied([permission]);
  return scope;
}

function read(subject_type: Scope['subject_type'], subject_id: number | undefined, call: Call): Scope | null {
  const { company, user } = call.user;
  if (subject_type === 'global') return GLOBAL;
  if (subject_type === 'project') {
    if (subject_id === undefined) throw invalid([{ path: 'subject_id', message: 'Send the id of the project as subject_id.' }]);
    return { subject_type, subject_id };
  }
  const own = subject_type === 'company' ? company?.id : user.id;
  return own === undefined || (subject_id !== undefined && subject_id !== own) ? null : { subject_type, subject_id: own };
}
