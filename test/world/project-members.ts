/** Test fixture: gives a principal without an account a role on a project, straight in the database. */
import type { MembershipRecord } from '../../services/projects/access/model.ts';
import type { ProjectRole } from '../../shared/contracts/permissions.ts';
import type { TestNode } from '../service-node.ts';

/**
 * Stores a role on a project for a person without an account. @param companyId of the person; 0
 * for none
 */
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
    seat_company_id: null,
  });
}
