/**
 * Handlers for the caller's own editing seat: its source, acknowledgement of a lapsed trial, and a request for
 * sponsorship.
 */
import type { seatEndpoints } from '../../../shared/contracts/projects/seats.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { nameOr, quoteName } from '../../../shared/text/quoted-names.ts';
import { assertNeedsSponsor } from '../access/caller-rules.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import type { ProjectRecord } from '../access/model.ts';
import { seatChange, sponsorshipChange } from '../changes/member-changes.ts';
import { sponsorshipPending } from '../members/errors.ts';
import type { SponsorshipRequestRecord } from '../members/model.ts';
import { presentRequest } from '../members/model.ts';
import { lockOpenProject } from '../members/role-grants.ts';
import type { ProjectsService } from '../open-projects.ts';
import { type CallerSeat, loadCallerSeat } from '../sponsorship/access.ts';

type Contracts = Pick<
  typeof seatEndpoints,
  | 'projects.seatProvenance'
  | 'projects.seatProvenance.acknowledgeLapse'
  | 'projects.sponsorshipRequests.create'
>;

/** The role held before a trial ended, while the member has not acknowledged the lapse. */
const findUnacknowledgedLapse = ({ lapsedFromRole, membership }: CallerSeat) =>
  membership?.lapse_acknowledged ? null : lapsedFromRole;

export const seatActions = (service: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.seatProvenance'({ projectId }, ctx, project) {
    const { members, sponsorshipRequests } = service;
    const [seat, pending] = await Promise.all([
      loadCallerSeat(members, project, ctx, new Date()),
      sponsorshipRequests.findPending(projectId, ctx.account.id),
    ]);
    return {
      funding: seat.funding,
      role: project.role,
      trialEndsAt: (seat.funding === 'trial' && seat.trialEndsAt?.toISOString()) || null,
      lapsedFromRole: findUnacknowledgedLapse(seat),
      pendingSponsorshipRequest: pending && presentRequest(pending),
      trialSpent: seat.trialSpent,
      canRequestSponsorship: seat.needsSponsor && pending === null,
    };
  },

  async 'projects.seatProvenance.acknowledgeLapse'({ projectId }, ctx, project) {
    const seat = await loadCallerSeat(service.members, project, ctx, new Date());
    const { membership } = seat;
    if (membership === null || findUnacknowledgedLapse(seat) === null) {
      ctx.markUnchanged();
      return { acknowledged: false };
    }
    return service.projectChanges.inTransaction(projectId, async (session) => {
      await service.members.change(session, membership, { lapse_acknowledged: true });
      const change = seatChange(membership.user_id, ctx.person);
      await service.projectChanges.record(projectId, change, session);
      const details = { lapsed_from: membership.role };
      const entry = { resource: { type: 'project', id: projectId }, details };
      return ctx.finish(session, entry, { acknowledged: true });
    });
  },

  async 'projects.sponsorshipRequests.create'({ projectId, requestedRole }, ctx, project) {
    const { projects, members, sponsorshipRequests, notifications, projectChanges } = service;
    const now = new Date();
    const { user } = ctx.userPrincipal;
    const seat = await loadCallerSeat(members, project, ctx, now);
    const companyId = assertNeedsSponsor(project, ctx);
    const request: SponsorshipRequestRecord = {
      _id: await sponsorshipRequests.nextId(),
      project_id: projectId,
      company_id: companyId,
      user_id: user.id,
      user_name: user.name,
      requested_role:
        requestedRole ?? (seat.lapsedFromRole === 'ProjectAdmin' ? 'ProjectAdmin' : 'ProjectEditor'),
      status: 'pending',
      created_at: now,
      decided_at: null,
      decided_by: null,
    };
    return projectChanges
      .inTransaction(projectId, async (session) => {
        const head = await lockOpenProject(projects, projectId, session);
        await sponsorshipRequests.insert(session, request);
        const change = sponsorshipChange('sponsorship_requested', request, ctx.person);
        await projectChanges.record(projectId, change, session);
        const notification = { ...requestNotification(request, head), administrators_of: companyId };
        await notifications.add(ctx, session, notification, now);
        const details = { request_id: request._id, requested_role: request.requested_role };
        const entry = { resource: { type: 'project', id: projectId }, details };
        return ctx.finish(session, entry, presentRequest(request));
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? sponsorshipPending() : error;
      });
  },
});

const requestNotification = (
  { user_name, requested_role, project_id }: SponsorshipRequestRecord,
  { name }: ProjectRecord,
) => ({
  kind: 'sponsorship_requested',
  text: `${nameOr(user_name, 'Somebody')} asks your company to sponsor a seat as ${requested_role} on ${quoteName('project', name)}.`,
  project_id,
});
