/**
 * People around projects of tests. Over HTTP: a guest from outside the company who reads the project and
 * asks for a sponsored seat, and an invited email without an account. Straight into the database: a role
 * for a principal without an account (`addProjectMember`).
 */

import type { RestClient } from '../../scripts/rest-client/client.ts';
import type { MembershipRecord } from '../../services/projects/access/model.ts';
import type { ProjectRole } from '../../shared/contracts/permissions.ts';
import { emailOf, registerAccount } from '../../tools/world/accounts.ts';
import type { TestNode } from '../service-node.ts';

export interface ProjectMemberResources {
  projectInvitationId: string;
  /** Of a reader without a company, pending. */
  sponsorshipRequestId: number;
}

/** Invites to a project of the administrator's company. @param whose part of every name and email */
export async function createProjectMembers(
  administrator: RestClient,
  whose: string,
  projectId: number,
): Promise<ProjectMemberResources> {
  const name = `Guest-of-${whose}`;
  const guest = await registerAccount(administrator.base, name);
  const asReader = { projectId, permission_type: 'ProjectViewer' } as const;
  await administrator.call('projects.invite', { ...asReader, email: emailOf(name) });
  await administrator.call('projects.invite', { ...asReader, email: `later.${whose}@example.org` });
  const { invitations } = await administrator.call('projects.invitations.list', { id: projectId });
  const { id } = await guest.call('projects.sponsorshipRequests.create', { projectId });
  return {
    projectInvitationId: invitations[0]?.id ?? '',
    sponsorshipRequestId: id,
  };
}

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
