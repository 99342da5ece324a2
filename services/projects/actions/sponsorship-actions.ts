/** Handlers with which the administrators of a company list and decide sponsorship requests. */
import type { ClientSession } from 'mongoose';
import type { seatEndpoints } from '../../../shared/contracts/projects/seats.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { Person, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { quoteName } from '../../../shared/text/quoted-names.ts';
import { strongerRole } from '../access/project-role.ts';
import { effectiveRole } from '../access/seat-rules.ts';
import { memberChange, sponsorshipChange } from '../changes/member-changes.ts';
import { seatLimitReached, sponsorshipDecided } from '../members/errors.ts';
import type { RequestStatus, SponsorshipRequestRecord } from '../members/model.ts';
import { presentRequest } from '../members/model.ts';
import { isSeatFree, loadCompanyLimits, lockOpenProject } from '../members/role-grants.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { CompanyResources } from '../sponsorship/access.ts';

type Contracts = Pick<
  typeof seatEndpoints,
  | 'companies.sponsorshipRequests.list'
  | 'companies.sponsorshipRequests.approve'
  | 'companies.sponsorshipRequests.decline'
>;

interface Decision {
  companyId: number;
  requestId: number;
  status: Exclude<RequestStatus, 'pending'>;
}

export const sponsorshipActions = (service: ProjectsService): Handlers<Contracts, CompanyResources> => ({
  async 'companies.sponsorshipRequests.list'({ id, status, limit, offset }) {
    const { rows, total } = await service.sponsorshipRequests.listByCompany(id, status, { limit, offset });
    return { requests: rows.map(presentRequest), total, limit, offset };
  },

  async 'companies.sponsorshipRequests.approve'({ id, requestId }, ctx) {
    const { seats } = await loadCompanyLimits(service.node, id);
    const decision = { companyId: id, requestId, status: 'approved' as const };
    return decide(service, decision, ctx, (session, request) =>
      sponsor(service, request, { seats, by: ctx.person }, session),
    );
  },

  'companies.sponsorshipRequests.decline': ({ id, requestId }, ctx) =>
    decide(service, { companyId: id, requestId, status: 'declined' }, ctx, async () => ({})),
});

/**
 * Decides a request once, with its effect and the notification to the person.
 * @param effect in the same transaction; returns details of the audit entry
 * @throws NOT_FOUND, SPONSORSHIP_DECIDED, PROJECT_ARCHIVED
 */
function decide(
  { connection, sponsorshipRequests, notifications, projects, projectChanges }: ProjectsService,
  { companyId, requestId, status }: Decision,
  ctx: RequestContext,
  effect: (session: ClientSession, request: SponsorshipRequestRecord) => Promise<object>,
) {
  const now = new Date();
  return inTransaction(connection, async (session) => {
    if (!(await sponsorshipRequests.findOfCompany(session, companyId, requestId))) throw notFound();
    const request = await sponsorshipRequests.decide(session, requestId, status, ctx.person, now);
    if (!request) throw sponsorshipDecided();
    const { project_id, user_id, requested_role } = request;
    const { name } = await lockOpenProject(projects, project_id, session);
    const details = { request_id: requestId, user_id, status, ...(await effect(session, request)) };
    const change = sponsorshipChange(`sponsorship_${status}`, request, ctx.person);
    await projectChanges.record(project_id, change, session);
    const text = `Your request for a seat as ${requested_role} on ${quoteName('project', name)} is ${status}.`;
    const notification = { kind: `sponsorship_${status}`, text, project_id, user_ids: [user_id] };
    await notifications.add(ctx, session, notification, now);
    const entry = { resource: { type: 'company', id: companyId }, details };
    return ctx.finish(session, entry, presentRequest(request));
  });
}

/**
 * Gives the requested role with a seat of the owner company. @throws SEAT_LIMIT_REACHED, PROJECT_ARCHIVED,
 * SPONSORSHIP_DECIDED when the person has left the project
 */
async function sponsor(
  { projects, members, projectChanges }: ProjectsService,
  { project_id, user_id, company_id, requested_role }: SponsorshipRequestRecord,
  { seats, by }: { seats: number; by: Person },
  session: ClientSession,
): Promise<object> {
  const head = await lockOpenProject(projects, project_id, session);
  const membership = await members.find(project_id, user_id, session);
  if (!membership) throw sponsorshipDecided();
  await members.lockSeats(session, company_id);
  if (!isSeatFree(await members.findSeatHolders(session, company_id), user_id, seats))
    throw seatLimitReached(seats);
  const companies = { ownerCompanyId: head.owner_company_id, companyId: membership.company_id };
  const now = new Date();
  const before = effectiveRole(membership, companies, now);
  const role = strongerRole(before, requested_role) ?? requested_role;
  const seat = { seat_company_id: company_id, sponsored: true, lapse_acknowledged: false };
  await members.change(session, membership, { role, ...seat });
  if (role !== before)
    await projectChanges.record(project_id, memberChange('member_role_changed', user_id, by), session);
  return { project_id, before: { role: before }, after: { role } };
}
