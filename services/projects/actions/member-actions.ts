/** Handlers that list and remove the members of a project. */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { projectMemberEndpoints } from '../../../shared/contracts/projects/members.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { presentMember } from '../access/present.ts';
import { memberChange } from '../changes/member-changes.ts';
import { leadRoleFixed } from '../members/errors.ts';
import { lockOpenProject } from '../members/lock-project.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<typeof projectMemberEndpoints, 'projects.members.list' | 'projects.members.remove'>;

export const memberActions = ({
  projects,
  members,
  sentInvitations,
  sponsorshipRequests,
  projectChanges,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.members.list'({ id }, _call, { head }) {
    const { rows, total } = await members.listByProject(id, MAX_UNPAGED_ROWS);
    const now = new Date();
    return {
      members: rows.map((row) => presentMember(row, head.owner_company_id, now)),
      total,
      truncated: total > rows.length,
    };
  },

  async 'projects.members.remove'({ id, userId }, ctx, { subject }) {
    if (userId !== ctx.account.id) ctx.assertAllowed('project:update', subject);
    await projectChanges.inTransaction(id, async (session) => {
      await lockOpenProject(projects, id, session);
      const membership = await members.find(id, userId, session);
      if (!membership) throw notFound();
      if (membership.role === 'ProjectOwner') throw leadRoleFixed();
      await members.remove(session, membership);
      await sponsorshipRequests.deletePending(session, id, userId);
      ctx.affects({ members: 1 });
      await projectChanges.record(id, memberChange('member_removed', userId, ctx.person), session);
      const sent = await sentInvitations.withdrawFromProject(session, id, userId, ctx.person);
      const withdrawn_invitations = sent.map(({ email }) => email);
      const roles = { before: { role: membership.role }, after: null };
      const details = { user_id: userId, ...roles, withdrawn_invitations };
      await ctx.audit(session, { resource: { type: 'project', id }, details });
    });
    return { removed: true };
  },
});
