/** Resource loader of a company for its members, and the caller's editing seat on a project. */
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { needsSponsor } from '../access/caller-rules.ts';
import type { MembershipRecord } from '../access/model.ts';
import type { LoadedProject } from '../access/project-role.ts';
import { isAuthoringRole, isTrialOver, type Seat, seatOf } from '../access/seat-rules.ts';
import type { Members } from '../members/repository.ts';

/** The company whose requests are listed and decided. */
export interface CompanyResources {
  company: { id: number };
}

/** A company is visible to its members. */
export const companyLoaders: ResourceLoaders<CompanyResources> = {
  async company(id, ctx) {
    if (typeof id !== 'number' || ctx.userPrincipal.company?.id !== id) return null;
    return { value: { id }, subject: { kind: 'company', companyId: id } };
  },
};

/** The caller's seat on a project, with the role given there. */
export interface CallerSeat extends Seat {
  membership: MembershipRecord | null;
  /** The trial of the caller on this project is over. */
  trialSpent: boolean;
  /** Outside the owner company and without an authoring role. */
  needsSponsor: boolean;
}

/** Staff of the owner company need no role on the project itself to have a seat. */
export async function loadCallerSeat(
  members: Members,
  { head, role }: LoadedProject,
  ctx: RequestContext,
  now: Date,
): Promise<CallerSeat> {
  const { user, company } = ctx.userPrincipal;
  const membership = await members.find(head._id, user.id);
  const ownerCompanyId = head.owner_company_id;
  const companyId = company?.id ?? null;
  const isStaff = companyId !== null && companyId === ownerCompanyId;
  const isAuthor = isAuthoringRole(role);
  const given = membership && seatOf(membership, { ownerCompanyId, companyId }, now);
  const withoutTrial: Seat = { funding: 'none', trialEndsAt: null, lapsedFromRole: null };
  const seat: Seat =
    isStaff && isAuthor ? { ...withoutTrial, funding: 'own_staff' } : (given ?? withoutTrial);
  return {
    ...seat,
    membership,
    trialSpent: membership !== null && isTrialOver(membership, now),
    needsSponsor: needsSponsor({ head, role }, ctx),
  };
}
