/**
 * Handlers that list and remove the members of a project, and appoint its lead. A removal also withdraws the
 * invitations that the member has sent and its pending sponsorship request.
 */
import type { ClientSession } from 'mongoose';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { projectMemberEndpoints } from '../../../shared/contracts/projects/members.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { nameOr, quoteName } from '../../../shared/text/quoted-names.ts';
import { assertAdministersOwner } from '../access/caller-rules.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { MembershipRecord } from '../access/model.ts';
import { presentMember } from '../access/present.ts';
import { memberChange } from '../changes/member-changes.ts';
import { leadRoleFixed, notACompanyMember, seatLimitReached, slotLimitReached } from '../members/errors.ts';
import type { Members } from '../members/repository.ts';
import {
  type CompanyLimits,
  type Grantee,
  isSeatFree,
  loadCompanyLimits,
  lockOpenProject,
  newMembership,
} from '../members/role-grants.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<
  typeof projectMemberEndpoints,
  'projects.members.list' | 'projects.members.remove' | 'projects.lead.appoint'
>;

export const memberActions = ({
  node,
  projects,
  members,
  invitationWithdrawal,
  sponsorshipRequests,
  roleReconciliation,
  notifications,
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
      const sent = await invitationWithdrawal.withdrawFromProject(session, id, userId, ctx.person);
      const withdrawn_invitations = sent.map(({ email }) => email);
      const roles = { before: { role: membership.role }, after: null };
      const details = { user_id: userId, ...roles, withdrawn_invitations };
      await ctx.audit(session, { resource: { type: 'project', id }, details });
    });
    return { removed: true };
  },

  /** A project has exactly one lead, also under concurrent appointments. */
  async 'projects.lead.appoint'({ id, userId }, ctx, project) {
    const companyId = assertAdministersOwner(project, ctx);
    // Before the lookup, so that a departure after it ends the role that is given here.
    const now = new Date();
    const grantee = await loadCompanyMember(companyId, userId, ctx);
    const limits = await loadCompanyLimits(node, companyId);
    return projectChanges.inTransaction(id, async (session) => {
      const { name } = await lockOpenProject(projects, id, session);
      const [lead, before] = [await members.findLead(id, session), await members.find(id, userId, session)];
      const show = (member: MembershipRecord) => presentMember(member, companyId, now);
      if (lead?.user_id === userId) {
        ctx.markUnchanged();
        return { project_id: id, changed: false, lead: show(lead), former_lead: null };
      }
      await assertSeatAndSlot(members, { companyId, userId, limits }, session);
      const former = lead && { ...lead, role: 'ProjectAdmin' as const };
      // The former lead first: the index allows one lead at any moment.
      if (former) await members.change(session, former, { role: former.role });
      const trial = await members.findTrial(id, userId, session);
      const on = { projectId: id, ownerCompanyId: companyId };
      const appointed = newMembership(on, grantee, 'ProjectOwner', { before, trial }, now);
      await members.put(session, appointed);
      await projects.change(id, { without_lead: false }, session);
      await roleReconciliation.schedule(session, id, grantee.email, now);
      const text = `${nameOr(grantee.name, 'Somebody else')} now leads ${quoteName('project', name)}.`;
      const user_ids = [userId, ...(former ? [former.user_id] : [])];
      await notifications.add(ctx, session, { kind: 'project_lead', text, project_id: id, user_ids }, now);
      await projectChanges.record(id, memberChange('lead_changed', userId, ctx.person), session);
      const details = {
        user_id: userId,
        before: { lead: lead?.user_id ?? null, role: before?.role ?? null },
        after: { lead: userId, role: 'ProjectOwner' },
      };
      const result = {
        project_id: id,
        changed: true,
        lead: show(appointed),
        former_lead: former && show(former),
      };
      return ctx.finish(session, { resource: { type: 'project', id }, details }, result);
    });
  },
});

/** @throws NOT_A_COMPANY_MEMBER, also for an account that does not exist */
async function loadCompanyMember(
  companyId: number,
  userId: number,
  ctx: RequestContext,
): Promise<Grantee & { email: string }> {
  const { people } = await ctx.call('identity.people', { user_ids: [userId] });
  const [person] = people;
  if (person?.company_id !== companyId) throw notACompanyMember();
  return { userId, name: person.displayName, companyId, email: person.email };
}

/** @throws SEAT_LIMIT_REACHED, SLOT_LIMIT_REACHED */
async function assertSeatAndSlot(
  members: Members,
  { companyId, userId, limits }: { companyId: number; userId: number; limits: CompanyLimits },
  session: ClientSession,
): Promise<void> {
  await members.lockSeats(session, companyId);
  if (!isSeatFree(await members.findSeatHolders(session, companyId), userId, limits.seats))
    throw seatLimitReached(limits.seats);
  if ((await members.countLed(session, companyId, userId)) >= limits.slots)
    throw slotLimitReached(limits.slots);
}
