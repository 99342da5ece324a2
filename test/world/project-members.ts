/**
 * Members of a project from other firms, stored as projects stores them: an endpoint that invites them does
 * not exist yet.
 */
import type { MembershipRecord } from '../../services/projects/access/model.ts';
import type { ProjectRole } from '../../shared/contracts/permissions.ts';
import type { TestNode } from '../service-node.ts';

/** Gives a person a role on a project. @param companyId of the person; 0 for none */
export async function addProjectMember(
  { node }: TestNode,
  projectId: number,
  { userId, companyId }: { userId: number; companyId: number },
  role: ProjectRole,
): Promise<void> {
  const memberships = (await node.openDatabase('projects')).collection<MembershipRecord>('memberships');
  await memberships.insertOne({
    project_id: projectId,
    user_id: userId,
    role,
    name: `Person ${userId}`,
    company_id: companyId === 0 ? null : companyId,
    given_at: new Date(),
  });
}
