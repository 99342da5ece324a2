/** Which projects somebody reaches, and by what (decisions P4, P13, A18): roles given on a project, and the company that owns it. */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import type { ProjectRecord } from './model.ts';
import type { Projects } from './repository.ts';
import { isFromFormerCompany, roleFromCompany, roleFromMembership, strongerRole } from './rules.ts';

export interface AccessibleProject {
  project_id: number;
  /** The strongest. */
  role: ProjectRole;
  /** The role given on the project itself. */
  given: ProjectRole | null;
  /** The project, where the caller's company owns it. */
  owned: ProjectRecord | null;
}

export interface AccessibleProjectLimits {
  given: number;
  owned: number;
}

/** The projects a person reaches, newest first, at most so many of each kind. Nobody and services reach none of their own. */
export async function findAccessibleProjects(
  projects: Projects,
  principal: Principal,
  limits: AccessibleProjectLimits,
): Promise<AccessibleProject[]> {
  if (principal.kind !== 'user') return [];
  const { company, companyRole, user } = principal;
  const [memberships, ownedByCompany] = await Promise.all([
    projects.listMembershipsOf(user.id, limits.given),
    company && companyRole ? projects.listOwnedBy(company.id, limits.owned) : [],
  ]);
  // Of few roles it has to be seen whether they ended with a company that was left.
  const former = memberships.filter((membership) => isFromFormerCompany(principal, membership));
  const owners = new Map(
    (former.length === 0 ? [] : await projects.findMany(former.map(({ project_id }) => project_id))).map((head) => [
      head._id,
      head,
    ]),
  );
  const given = new Map(
    memberships.map((membership) => [
      membership.project_id,
      roleFromMembership(principal, owners.get(membership.project_id)?.owner_company_id ?? null, membership),
    ]),
  );
  const owned = new Map(ownedByCompany.map((head) => [head._id, head]));
  const ids = [...new Set([...given.keys(), ...owned.keys()])].sort((a, b) => b - a);
  return ids.flatMap((project_id) => {
    const one = { project_id, given: given.get(project_id) ?? null, owned: owned.get(project_id) ?? null };
    const role = strongerRole(one.given, one.owned && roleFromCompany(principal, one.owned));
    return role ? [{ ...one, role }] : [];
  });
}
