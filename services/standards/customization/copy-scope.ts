/** Scope of a customised copy: the company or project of the request, with the permission checks. */
import { notFound, permissionDenied } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { assertNotArchived } from '../../../shared/projects/project-access.ts';
import { loadScopeAccess, type ScopeAccess } from '../scope-access.ts';

const COMPANY_PERMISSIONS = ['standard:customize', 'standard:create'] as const;

interface CopyTarget {
  projectId: number | undefined;
  companyId: number | undefined;
}

/**
 * @throws VALIDATION_ERROR for both or neither, PERMISSION_DENIED, NOT_FOUND for a project that is not
 * readable, PROJECT_ARCHIVED
 */
export async function resolveCopyScope(
  { projectId, companyId }: CopyTarget,
  ctx: RequestContext,
): Promise<ScopeAccess> {
  if ((projectId === undefined) === (companyId === undefined)) {
    throw validationError([
      { path: 'projectId', message: 'Send exactly one of projectId and companyId: where the copy goes.' },
    ]);
  }
  if (companyId !== undefined) {
    const access = await loadScopeAccess({ subject_type: 'company', subject_id: companyId }, ctx);
    const missing = COMPANY_PERMISSIONS.filter((permission) => !ctx.isAllowed(permission, access.subject));
    if (missing.length > 0) throw permissionDenied(missing);
    return access;
  }
  const access = await loadScopeAccess({ subject_type: 'project', subject_id: projectId ?? null }, ctx);
  if (!access.projectAccess) throw notFound();
  ctx.assertAllowed('standard:customize', access.subject);
  assertNotArchived(access.projectAccess);
  return access;
}
