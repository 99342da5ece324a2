/**
 * Handlers of invitations to a project: invite by email, list, withdraw, and claim for an account that has
 * verified the email.
 */
import type { ClientSession } from 'mongoose';
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import type { projectMemberEndpoints } from '../../../shared/contracts/projects/members.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { projectInvitationText, projectMembershipText } from '../../../shared/text/invitation-texts.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { ProjectRecord } from '../access/model.ts';
import { invitationChange, memberChange } from '../changes/member-changes.ts';
import { adoptCompany, assertProjectWithinQuota, resolveOwnerCompany } from '../header/owner-company.ts';
import { leadRoleFixed } from '../members/errors.ts';
import type { GrantedRole, InvitationRecord } from '../members/model.ts';
import { type Grantee, lockOpenProject, mayGrant, newMembership } from '../members/role-grants.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<
  typeof projectMemberEndpoints,
  'projects.invite' | 'projects.invitations.list' | 'projects.invitations.withdraw'
> &
  Pick<typeof projectInternalActions, 'projects.claimInvitations'>;

/** An id that no account has. */
const NOBODY = 0;

/** An invitation to write, with the account that the email has. */
interface NewInvitation {
  email: string;
  role: GrantedRole;
  grantee: Grantee | null;
  now: Date;
}

export const invitationActions = (service: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.invite'({ projectId, email, permission_type, adopt_company_id }, ctx, project) {
    const { drafts } = service;
    if (!mayGrant(project.role, permission_type)) {
      throw apiError(
        'PERMISSION_DENIED',
        `You cannot grant ${permission_type}, which is above your own role.`,
      );
    }
    const company = resolveOwnerCompany(project.head, adopt_company_id, ctx);
    if (company) await assertProjectWithinQuota(projectId, company.id, ctx);
    const { people } = await ctx.call('identity.people', { user_ids: [], emails: [email] });
    const grantee = people.map(({ userId, displayName, company_id }) => ({
      userId,
      name: displayName,
      companyId: company_id,
    }))[0];
    const now = new Date();
    const invitation = { email, role: permission_type, grantee: grantee ?? null, now };
    if (await isToBeCounted(service, project.head, invitation))
      await ctx.call('identity.countInvitation', { email });
    const result = { email, permission_type, status: 'invited' as const };
    const write = async (session: ClientSession, ownerCompanyId?: number): Promise<void> => {
      const head = await lockOpenProject(service.projects, projectId, session);
      const owner = { owner_company_id: ownerCompanyId ?? head.owner_company_id };
      const before = await writeInvitation(service, { ...head, ...owner }, invitation, session, ctx);
      const details = {
        ...(grantee ? { user_id: grantee.userId } : { email }),
        before: before === null ? null : { role: before },
        after: { role: permission_type, ...(ownerCompanyId ? owner : {}) },
      };
      await ctx.finish(session, { resource: { type: 'project', id: projectId }, details }, result);
    };
    if (company) {
      // The company and the invitation are given together, or neither.
      await drafts.updateProject({
        projectId,
        by: ctx.person,
        ifMatch: ctx.ifMatch,
        decide: (state) => adoptCompany(state, company, ctx.person, now),
        beforeCommit: (session) => write(session, company.id),
      });
    } else await service.projectChanges.inTransaction(projectId, (session) => write(session));
    return result;
  },

  async 'projects.invitations.list'({ id }) {
    const { rows, total } = await service.invitations.listByProject(id, MAX_UNPAGED_ROWS);
    return { invitations: rows.map(presentInvitation), total, truncated: total > rows.length };
  },

  async 'projects.invitations.withdraw'({ id, invitationId }, ctx) {
    await service.projectChanges.inTransaction(id, async (session) => {
      const invitation = await service.invitations.findAndDelete(session, {
        project_id: id,
        _id: invitationId,
      });
      if (!invitation) throw notFound();
      await lockOpenProject(service.projects, id, session);
      const { email, role } = invitation;
      const change = invitationChange('invitation_withdrawn', invitationId, ctx.person);
      await service.projectChanges.record(id, change, session);
      await ctx.audit(session, {
        resource: { type: 'project', id },
        details: { email, before: { role }, after: null },
      });
    });
    return { withdrawn: true };
  },

  async 'projects.claimInvitations'({ user_id, name, email, company_id }) {
    const grantee = { userId: user_id, name, companyId: company_id };
    return { claimed: await service.roleReconciliation.claimAll(email, grantee) };
  },
});

/**
 * Whether an invitation counts against the limits of invitations: not a new role of a member, nor one that repeats
 * a pending one, nor to an archived project, which is refused. The reads are the same with and without an account, so
 * that their time does not reveal it.
 */
async function isToBeCounted(
  { members, invitations }: ProjectsService,
  head: ProjectRecord,
  { email, role, grantee }: NewInvitation,
): Promise<boolean> {
  const [member, pending] = await Promise.all([
    members.find(head._id, grantee?.userId ?? NOBODY),
    invitations.find(head._id, email),
  ]);
  return head.archived_at === null && member === null && pending?.role !== role;
}

/**
 * Gives an account the role at once, or stores a pending invitation. Both do the same number of reads and writes, so
 * that their time does not reveal the account, and queue a notification and a reconciliation.
 * @returns the role before; null for a new member and a new invitation
 * @throws LEAD_ROLE_FIXED
 */
async function writeInvitation(
  { members, invitations, roleReconciliation, notifications, projectChanges }: ProjectsService,
  head: ProjectRecord,
  { email, role, grantee, now }: NewInvitation,
  session: ClientSession,
  ctx: RequestContext,
): Promise<string | null> {
  const projectId = head._id;
  const userId = grantee?.userId ?? NOBODY;
  const before = await members.find(projectId, userId, session);
  const trial = await members.findTrial(projectId, userId, session);
  if (before?.role === 'ProjectOwner') throw leadRoleFixed();
  await roleReconciliation.schedule(session, projectId, email, now);
  const offered = { name: head.name, role };
  if (grantee) {
    const on = { projectId, ownerCompanyId: head.owner_company_id };
    await members.put(session, newMembership(on, grantee, role, { before, trial }, now));
    if (before?.role !== role) {
      const content = {
        kind: 'project_membership',
        text: projectMembershipText(offered),
        project_id: projectId,
      };
      await notifications.add(ctx, session, { ...content, user_ids: [userId] }, now);
      const kind = before ? 'member_role_changed' : 'member_added';
      await projectChanges.record(projectId, memberChange(kind, userId, ctx.person), session);
    }
    return before?.role ?? null;
  }
  const invitation = { project_id: projectId, email, role, invited_by: ctx.person, invited_at: now };
  const { id, previousRole } = await invitations.invite(session, invitation);
  if (previousRole !== role) {
    const content = {
      kind: 'project_invitation',
      text: projectInvitationText(offered),
      project_id: projectId,
    };
    await notifications.add(ctx, session, { ...content, emails: [email] }, now);
    const kind = previousRole === null ? 'invitation_sent' : 'invitation_changed';
    await projectChanges.record(projectId, invitationChange(kind, id, ctx.person), session);
  }
  return previousRole;
}

type InvitationView = Infer<
  (typeof projectMemberEndpoints)['projects.invitations.list']['returns']
>['invitations'][number];

const presentInvitation = ({
  _id,
  email,
  role,
  invited_by,
  invited_at,
}: InvitationRecord): InvitationView => ({
  id: _id,
  email,
  permission_type: role,
  invited_by,
  invited_at: invited_at.toISOString(),
});
