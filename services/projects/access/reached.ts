/** Which projects somebody reaches, and by what (decisions P4, P13, A18): roles given on a project, and the company that owns it. */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Principal } from '../../../shared/kernel/callers/principal.ts';
import type { ProjectRecord } from './model.ts';
import type { Projects } from './repository.ts';
import { companyRoleOn, givenRole, isOfFormerCompany, strongest } from './rules.ts';

export interface Reached {
  project_id: number;
  /** The strongest. */
  role: ProjectRole;
  /** The role given on the project itself. */
  given: ProjectRole | null;
  /** The project, where the caller's company owns it. */
  owned: ProjectRecord | null;
}

export interface Limits {
  given: number;
  owned: number;
}

/** The projects a person reaches, newest first, at most so many of each kind. Nobody and services reach none of their own. */
export async function reachedProjects(projects: Projects, principal: Principal, limits: Limits): Promise<Reached[]> {
  if (principal.kind !== 'user') return [];
  const { company, companyRole, user } = principal;
  const [memberships, ownedByCompany] = await Promise.all([
    projects.rolesOf(user.id, limits.given),
    company && companyRole ? projects.ownedBy(company.id, limits.owned) : [],
  ]);
  // Of few roles it has to be seen whether they ended with a company that was left.
  const former = memberships.filter((membership) => isOfFormerCompany(principal, membership));
  const owners = new Map(
    (former.length === 0 ? [] : await projects.heads(former.map(({ project_id }) => project_id))).map((head) => [head._id, head]),
  );
  const given = new Map(
    memberships.map((membership) => [
      membership.project_id,
      givenRole(principal, owners.get(membership.project_id)?.owner_company_id ?? null, membership),
    ]),
  );
  const owned = new Map(ownedByCompany.map((head) => [head._id, head]));
  const ids = [...new Set([...given.keys(), ...owned.keys()])].sort((a, b) => b - a);
  return ids.flatMap((project_id) => {
    const one = { project_id, given: given.get(project_id) ?? null, owned: owned.get(project_id) ?? null };
    const role = strongest(one.given, one.owned && companyRoleOn(principal, one.owned));
    return role ? [{ ...one, role }] : [];
  });
}
