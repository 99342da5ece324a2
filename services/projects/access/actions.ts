/** Who reaches which project, for the other services. */

import type { Connection } from 'mongoose';
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { projectAccess, projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { Repositories } from '../repositories.ts';
import { findAccessibleProjects } from './accessible-projects.ts';
import { findProject, isAllowedOn, type ProjectsResources } from './load-project.ts';
import { findPinnedRevisions } from './pinned-revisions.ts';
import type { LoadedProject } from './rules.ts';

type Contracts = Pick<
  typeof projectInternalActions,
  'projects.access' | 'projects.roles' | 'projects.reaches' | 'projects.endRoles'
>;

/** As many projects of one caller as whoami shows. */
const MAX_ROLES = 2_000;
/** As many as the question "is this standard in reach" looks at. */
const MAX_ACCESSIBLE_PROJECTS = 50_000;

/** How a caller stands to a project, as other services are told. */
export function presentProjectAccess(project: LoadedProject, call: Call): Infer<typeof projectAccess> {
  const { head, role } = project;
  const seesDraft = isAllowedOn(call, project)('project:draft:view');
  return {
    project_id: head._id,
    name: (seesDraft ? head.draft_name : null) ?? head.name,
    role,
    archived: head.archived_at !== null,
    owner_company_id: head.owner_company_id,
    issued_revision_id: head.issued_revision_id,
    draft_revision_id: head.draft_revision_id,
  };
}

/** The handlers that tell other services how the caller stands to a project and what it reaches through one (architecture §8). */
export const accessActions = (connection: Connection, stores: Repositories): Handlers<Contracts, ProjectsResources> => {
  const rolesOnAll = async ({ principal }: Call): Promise<Map<number, ProjectRole>> => {
    const reached = await findAccessibleProjects(stores.projects, principal, {
      given: MAX_ACCESSIBLE_PROJECTS,
      owned: MAX_ACCESSIBLE_PROJECTS,
    });
    return new Map(reached.map(({ project_id, role }) => [project_id, role]));
  };
  const roleOn = async (id: number, call: Call): Promise<Map<number, ProjectRole>> => {
    const project = await findProject(stores.projects, id, call);
    return new Map(project ? [[id, project.role]] : []);
  };

  return {
    async 'projects.access'({ project_id }, call) {
      const project = await findProject(stores.projects, project_id, call);
      return { access: project && presentProjectAccess(project, call) };
    },

    async 'projects.roles'(_params, call) {
      const limits = { given: MAX_ROLES + 1, owned: MAX_ROLES + 1 };
      const reached = await findAccessibleProjects(stores.projects, call.principal, limits);
      const roles = reached.map(({ project_id, role }) => ({ project_id, role }));
      return { roles: roles.slice(0, MAX_ROLES), truncated: roles.length > MAX_ROLES };
    },

    async 'projects.endRoles'({ user_id, company_id, before }, call) {
      const ended = await inTransaction(connection, async (session) => {
        const memberships = await stores.projects.endRoles(user_id, company_id, new Date(before), session);
        for (const { project_id, role } of memberships) {
          const details = { user_id, before: { role }, after: null };
          await call.audit(session, { resource: { type: 'project', id: project_id }, details });
        }
        return memberships;
      });
      return { ended: ended.map(({ project_id }) => project_id) };
    },

    async 'projects.reaches'({ standard_id, project_id }, call) {
      const roles = project_id === undefined ? await rolesOnAll(call) : await roleOn(project_id, call);
      const held = await findPinnedRevisions(stores.revisions, [standard_id], roles, call);
      return { revisions: held.get(standard_id) ?? [] };
    },
  };
};
