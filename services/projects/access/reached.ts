/** Which projects somebody reaches, and by what (decisions P4, P13, A18): roles given on a project, and the company that owns it. */
import { PROJECT_ROLE_OF, type ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Principal } from '../../../shared/kernel/callers/principal.ts';
import type { ProjectRecord } from './model.ts';
import type { Projects } from './repository.ts';
import { strongest } from './rules.ts';

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
  const throughCompany = companyRole && PROJECT_ROLE_OF[companyRole];
  const [memberships, ownedByCompany] = await Promise.all([
    projects.rolesOf(user.id, limits.given),
    company && throughCompany ? projects.ownedBy(company.id, limits.owned) : [],
  ]);
  const given = new Map(memberships.map(({ project_id, role }) => [project_id, role]));
  const owned = new Map(ownedByCompany.map((head) => [head._id, head]));
  const ids = [...new Set([...given.keys(), ...owned.keys()])].sort((a, b) => b - a);
  return ids.flatMap((project_id) => {
    const one = { project_id, given: given.get(project_id) ?? null, owned: owned.get(project_id) ?? null };
    const role = strongest(one.given, one.owned && throughCompany);
    return role ? [{ ...one, role }] : [];
  });
}
