/**
 * Giving a role on a project: whether the giver may, the record of the member, and whether a seat is free. The role
 * that counts later is computed in `../access/`. Pure.
 */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { MembershipRecord } from '../access/model.ts';
import { strongerRole } from '../access/project-role.ts';
import { seatOnGrant } from '../access/seat-rules.ts';

/** An account that gets a role. */
export interface Grantee {
  userId: number;
  name: string;
  companyId: number | null;
}

/** Whether a role may be given by the holder of another: nobody grants more than their own. */
export const mayGrant = (own: ProjectRole, granted: ProjectRole): boolean =>
  strongerRole(own, granted) === own;

/** The role that a new one replaces, and when the person's trial on the project began. */
interface EarlierRole {
  before: MembershipRecord | null;
  trial: Date | null;
}

/** The record of a role that is given now. A trial that was used on the project stays used. */
export function newMembership(
  { projectId, ownerCompanyId }: { projectId: number; ownerCompanyId: number | null },
  { userId, name, companyId }: Grantee,
  role: ProjectRole,
  { before, trial }: EarlierRole,
  now: Date,
): MembershipRecord {
  return {
    project_id: projectId,
    user_id: userId,
    role,
    name,
    company_id: companyId,
    given_at: now,
    trial_started_at: trial,
    ...seatOnGrant(role, { ownerCompanyId, companyId }, before),
    ...(before?.lapse_acknowledged ? { lapse_acknowledged: true } : {}),
  };
}

/**
 * Whether one more person may use a seat of a company.
 * @param holders who use one; a person with several roles uses one seat
 */
export const isSeatFree = (holders: ReadonlySet<number>, userId: number, limit: number): boolean =>
  holders.has(userId) || holders.size < limit;
