/**
 * Scope named by `subject_type` and `subject_id` in a request, with the permission checks of a read or a
 * creation.
 */
import type { Permission } from '../../shared/contracts/permissions.ts';
import { apiErrorAt, notFound, permissionDenied } from '../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import { validationError } from '../../shared/kernel/validation/params.ts';
import { assertNotArchived } from '../../shared/projects/project-access.ts';
import { GLOBAL_SCOPE, loadScopeAccess, type Scope, type ScopeAccess } from './scope-access.ts';

interface ScopeParams {
  subject_type: Scope['subject_type'];
  subject_id?: number | null | undefined;
}

/**
 * The scope of a read.
 * @throws NOT_FOUND for a scope that is not the caller's, PERMISSION_DENIED where only the key lacks the
 * permission
 */
export async function resolveScope(
  params: ScopeParams,
  permission: Permission,
  ctx: RequestContext,
): Promise<Scope> {
  const { scope, subject } = await loadScopeAccess(scopeFromParams(params, ctx, notFound), ctx);
  if (!ctx.accountMay(permission, subject)) throw notFound();
  if (!ctx.isAllowed(permission, subject)) throw permissionDenied([permission]);
  return scope;
}

/**
 * The scope of a creation: the caller's own company or account, one of its projects, or global.
 * @param subjectPath name of the parameter with the id
 * @throws SUBJECT_NOT_ALLOWED for any other scope, PERMISSION_DENIED, PROJECT_ARCHIVED
 */
export async function resolveScopeForCreate(
  params: ScopeParams,
  permission: Permission,
  ctx: RequestContext,
  subjectPath = 'subject_id',
): Promise<ScopeAccess> {
  const subjectNotAllowed = (sentence: string): Error =>
    apiErrorAt('SUBJECT_NOT_ALLOWED', subjectPath, sentence);
  const access = await loadScopeAccess(scopeFromParams(params, ctx, subjectNotAllowed, subjectPath), ctx);
  if (access.scope.subject_type === 'project' && !access.projectAccess)
    throw subjectNotAllowed('You have no project with this id.');
  if (access.scope.subject_type === 'global') {
    if (typeof params.subject_id === 'number')
      throw subjectNotAllowed('The global scope has no subject_id. Omit it.');
    ctx.assertAllowed('site:admin', { kind: 'site' });
  }
  ctx.assertAllowed(permission, access.subject);
  if (access.projectAccess) assertNotArchived(access.projectAccess);
  return access;
}

/**
 * The scope of the parameters; subject_id defaults to the caller's own. Access to a project is not checked.
 * @throws VALIDATION_ERROR for a project without its id; `refusal` for another company or account
 */
function scopeFromParams(
  { subject_type, subject_id }: ScopeParams,
  ctx: RequestContext,
  refusal: (sentence: string) => Error,
  subjectPath = 'subject_id',
): Scope {
  const { company, user } = ctx.userPrincipal;
  const isNamed = typeof subject_id === 'number';
  if (subject_type === 'global') return GLOBAL_SCOPE;
  if (subject_type === 'project') {
    if (!isNamed)
      throw validationError([
        { path: subjectPath, message: `Send the id of the project as ${subjectPath}.` },
      ]);
    return { subject_type, subject_id };
  }
  const own = subject_type === 'company' ? company?.id : user.id;
  if (own === undefined) throw refusal('Your account does not belong to a company. Use subject_type user.');
  if (isNamed && subject_id !== own) {
    throw refusal(
      `For the scope ${subject_type} ${subjectPath} must be your own: ${own}. Omit it or send that value.`,
    );
  }
  return { subject_type, subject_id: own };
}
