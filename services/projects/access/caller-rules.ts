/**
 * Rules about the caller of a write on a project, whatever the request says: who may appoint its lead, who may ask
 * for a sponsored seat. Handlers enforce them, and `allowed_actions` asks them.
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { StateChecks } from '../../../shared/kernel/service/resource-checks.ts';
import type { LoadedProject } from './project-role.ts';
import { isAuthoringRole } from './seat-rules.ts';

/** @returns the company that owns the project @throws PERMISSION_DENIED for anybody but its administrators */
export function assertAdministersOwner({ head }: Pick<LoadedProject, 'head'>, ctx: RequestContext): number {
  const companyId = head.owner_company_id ?? 0;
  ctx.assertAllowed('company:administer', { kind: 'company', companyId });
  return companyId;
}

/** Whether the caller is outside the owner company and has no authoring role. */
export function needsSponsor(
  { head, role }: Pick<LoadedProject, 'head' | 'role'>,
  ctx: RequestContext,
): boolean {
  const { owner_company_id } = head;
  const isStaff = ctx.userPrincipal.company?.id === owner_company_id;
  return !isAuthoringRole(role) && owner_company_id !== null && !isStaff;
}

/** @returns the company that would sponsor the caller @throws SPONSORSHIP_NOT_NEEDED */
export function assertNeedsSponsor(
  project: Pick<LoadedProject, 'head' | 'role'>,
  ctx: RequestContext,
): number {
  const { owner_company_id } = project.head;
  if (needsSponsor(project, ctx) && owner_company_id !== null) return owner_company_id;
  throw apiError(
    'SPONSORSHIP_NOT_NEEDED',
    'Sponsorship is for people outside the company that owns the project who have no authoring role on it.',
  );
}

/** The checks of the writes that depend on who asks. */
export const callerChecks = (project: LoadedProject, ctx: RequestContext): StateChecks => ({
  'projects.lead.appoint': () => assertAdministersOwner(project, ctx),
  'projects.sponsorshipRequests.create': () => assertNeedsSponsor(project, ctx),
});
