/**
 * Rules on editing seats: what funds the authoring role of a member, when its trial lapses, and which role
 * counts then. Pure: a lapse is computed at each access, from the time passed in.
 */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { MembershipRecord } from './model.ts';

const TRIAL_DAYS = 14;
const TRIAL_MS = TRIAL_DAYS * 86_400_000;

type SeatFunding = 'own_staff' | 'own_seat' | 'trial' | 'sponsored' | 'none';

export interface Seat {
  funding: SeatFunding;
  /** When the trial ends or ended; null before it begins, and for a role that never had one. */
  trialEndsAt: Date | null;
  /** The role held before the trial ended; null while none has ended. */
  lapsedFromRole: ProjectRole | null;
}

/** The members of a role given on a project that decide about its seat. */
export type SeatFacts = Pick<MembershipRecord, 'role' | 'seat_company_id' | 'sponsored' | 'trial_started_at'>;

/** The companies that may fund a seat. */
export interface SeatCompanies {
  /** The company that owns the project. */
  ownerCompanyId: number | null;
  /** The company of the member. */
  companyId: number | null;
}

/** Whether a role may change a draft. */
export const isAuthoringRole = (role: ProjectRole): boolean => role !== 'ProjectViewer';

const trialEnd = ({ trial_started_at }: Pick<SeatFacts, 'trial_started_at'>): Date | null =>
  trial_started_at ? new Date(trial_started_at.getTime() + TRIAL_MS) : null;

/** Whether the next change of the draft starts the trial of a member. */
export const startsTrial = ({ role, seat_company_id, trial_started_at }: SeatFacts): boolean =>
  (role === 'ProjectEditor' || role === 'ProjectAdmin') && seat_company_id === null && !trial_started_at;

/** Whether 14 days have passed since the trial began. */
export function isTrialOver(facts: Pick<SeatFacts, 'trial_started_at'>, now: Date): boolean {
  const end = trialEnd(facts);
  return end !== null && end <= now;
}

/** The source of the seat of a role given on a project. The lead is always staff of the owner. */
export function seatOf(facts: SeatFacts, { ownerCompanyId, companyId }: SeatCompanies, now: Date): Seat {
  const { role, seat_company_id: seatCompanyId } = facts;
  const trialEndsAt = trialEnd(facts);
  const seat = (funding: SeatFunding): Seat => ({ funding, trialEndsAt, lapsedFromRole: null });
  if (!isAuthoringRole(role)) return seat('none');
  if (role === 'ProjectOwner' || (companyId !== null && companyId === ownerCompanyId))
    return seat('own_staff');
  if (facts.sponsored) return seat('sponsored');
  if (seatCompanyId && seatCompanyId === companyId) return seat('own_seat');
  return isTrialOver(facts, now) ? { ...seat('none'), lapsedFromRole: role } : seat('trial');
}

/** The role that counts: without a seat no authoring role. */
export const effectiveRole = (facts: SeatFacts, companies: SeatCompanies, now: Date): ProjectRole =>
  seatOf(facts, companies, now).funding === 'none' ? 'ProjectViewer' : facts.role;

/**
 * The seat of a role at the moment it is given. Staff of the owner use one of its seats; others keep the seat they
 * have. Null: reconciliation takes one of their own company, else the role is on trial.
 */
export function seatOnGrant(
  role: ProjectRole,
  { ownerCompanyId, companyId }: SeatCompanies,
  before: Pick<SeatFacts, 'seat_company_id' | 'sponsored'> | null,
): Required<Pick<SeatFacts, 'seat_company_id' | 'sponsored'>> {
  if (!isAuthoringRole(role)) return { seat_company_id: null, sponsored: false };
  if (ownerCompanyId !== null && companyId === ownerCompanyId)
    return { seat_company_id: ownerCompanyId, sponsored: false };
  if (before?.sponsored) return { seat_company_id: ownerCompanyId, sponsored: true };
  const kept = before?.seat_company_id ?? null;
  return { seat_company_id: kept === companyId ? kept : null, sponsored: false };
}
