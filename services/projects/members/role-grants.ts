/**
 * The steps of giving a role on a project: the check of the giver, the lock of its members, the record of the member,
 * and the seats of a company. The role that counts later is computed in `../access/`.
 */
import type { ClientSession } from 'mongoose';
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import { notFound, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import type { MembershipRecord, ProjectRecord } from '../access/model.ts';
import { strongerRole } from '../access/project-role.ts';
import type { Projects } from '../access/repository.ts';
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

/** The record of a new role. A trial that was used on the project stays used. */
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

/**
 * Locks the members of a project: concurrent changes of them conflict here, also with archiving.
 * @throws NOT_FOUND, PROJECT_ARCHIVED
 */
export async function lockOpenProject(
  projects: Projects,
  id: number,
  session: ClientSession,
): Promise<ProjectRecord> {
  const head = await projects.lockMembers(id, session);
  if (!head) throw notFound();
  if (head.archived_at !== null) throw projectArchived();
  return head;
}

export interface CompanyLimits {
  seats: number;
  /** Projects that one person may lead. */
  slots: number;
}

/** The limits of a company as a site administrator has set them, else those of the site. */
export async function loadCompanyLimits(node: Node, companyId: number): Promise<CompanyLimits> {
  const { seatLimit, slotLimit } = node.config;
  const { companies } = await callAsService(node, 'projects', 'identity.companies', {
    company_ids: [companyId],
  });
  const [company] = companies;
  return { seats: company?.seat_limit ?? seatLimit, slots: company?.slot_limit ?? slotLimit };
}
