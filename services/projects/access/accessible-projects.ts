/**
 * Query of the projects that a caller can access, with its role on each: the stronger of the one given on the
 * project and the one from its owner company.
 */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ListedProject } from './listed-projects.ts';
import { findProject } from './load-project.ts';
import { isFromFormerCompany, roleFromCompany, roleFromMembership, strongerRole } from './project-role.ts';
import type { Projects } from './repository.ts';
import { isTrialOver } from './seat-rules.ts';

interface AccessibleProject {
  project_id: number;
  /** The stronger of the given role and the company's. */
  role: ProjectRole;
  /** The role given on the project itself. */
  given: ProjectRole | null;
  /** The project, where the caller's company owns it. */
  owned: ListedProject | null;
}

/** Maximum projects searched for those that use a standard. */
const MAX_ACCESSIBLE_PROJECTS = 50_000;

interface AccessibleProjectLimits {
  given: number;
  owned: number;
}

/**
 * The projects that a user can access, newest first, within the limit of each kind; none for anonymous
 * callers and services.
 */
export async function findAccessibleProjects(
  projects: Projects,
  principal: Principal,
  limits: AccessibleProjectLimits,
): Promise<AccessibleProject[]> {
  if (principal.kind !== 'user') return [];
  const { company, companyRole, user } = principal;
  const [memberships, ownedByCompany] = await Promise.all([
    projects.listRolesGivenTo(user.id, limits.given),
    company && companyRole ? projects.listOwnedBy(company.id, limits.owned) : [],
  ]);
  const now = new Date();
  // A role given under a former company, or on a trial that is over, may have ended, which the owner company
  // decides.
  const undecided = memberships.filter(
    (membership) => isFromFormerCompany(principal, membership) || isTrialOver(membership, now),
  );
  const undecidedProjects =
    undecided.length === 0 ? [] : await projects.findMany(undecided.map(({ project_id }) => project_id));
  const owners = new Map(undecidedProjects.map((head) => [head._id, head]));
  const given = new Map(
    memberships.map((membership) => [
      membership.project_id,
      roleFromMembership(
        principal,
        owners.get(membership.project_id)?.owner_company_id ?? null,
        membership,
        now,
      ),
    ]),
  );
  const owned = new Map(ownedByCompany.map((head) => [head._id, head]));
  const ids = [...new Set([...given.keys(), ...owned.keys()])].sort((a, b) => b - a);
  return ids.flatMap((project_id) => {
    const access = { project_id, given: given.get(project_id) ?? null, owned: owned.get(project_id) ?? null };
    const role = strongerRole(access.given, access.owned && roleFromCompany(principal, access.owned));
    return role ? [{ ...access, role }] : [];
  });
}

/** The caller's role on each accessible project, or only on `projectId`; empty without a role there. */
export async function loadRoles(
  projects: Projects,
  projectId: number | undefined,
  ctx: RequestContext,
): Promise<Map<number, ProjectRole>> {
  if (projectId !== undefined) {
    const project = await findProject(projects, projectId, ctx);
    return new Map(project ? [[projectId, project.role]] : []);
  }
  const limits = { given: MAX_ACCESSIBLE_PROJECTS, owned: MAX_ACCESSIBLE_PROJECTS };
  const accessible = await findAccessibleProjects(projects, ctx.principal, limits);
  return new Map(accessible.map(({ project_id, role }) => [project_id, role]));
}
