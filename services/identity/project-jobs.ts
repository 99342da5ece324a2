/**
 * Jobs that call the projects service after a change of an account. They are added in the transaction of the change, so
 * that they survive crashes and outages of that service.
 */
import { randomUUID } from 'node:crypto';
import type { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import type { NewJob } from '../../shared/kernel/background/job-records.ts';
import { callAsService, type Node } from '../../shared/kernel/node/node.ts';
import type { Accounts } from './accounts/repository.ts';

const CLAIM = 'identity.projectInvitations';
const DEPARTURE = 'identity.departure';

/** Claims the project invitations of an account. An email is verified once, so an account has one such job. */
export const invitationClaim = (userId: number): NewJob => ({ kind: CLAIM, subject: String(userId) });

/** Takes seats of a company for the roles of an account that has joined it, which it may do more than once. */
export const seatClaim = (userId: number): NewJob => ({ kind: CLAIM, subject: `${userId} ${randomUUID()}` });

/** Ends the roles of an account on projects of a company that it has left. */
export const membershipCleanup = (userId: number, companyId: number, departedAt: Date): NewJob => ({
  kind: DEPARTURE,
  subject: `${userId} ${companyId} ${departedAt.getTime()}`,
});

/**
 * Registers the jobs. They may be repeated: an invitation is deleted when it is claimed, a seat is taken once, and roles
 * granted after the departure are not ended.
 */
export function defineProjectJobs(jobs: JobQueue, accounts: Accounts, node: Node): void {
  jobs.register(CLAIM, async (subject) => {
    const user = await accounts.findById(Number(subject.split(' ')[0]));
    if (!user?.email_verified) return;
    const { _id: user_id, name, email, company_id } = user;
    await callAsService(node, 'identity', 'projects.claimInvitations', { user_id, name, email, company_id });
  });
  jobs.register(DEPARTURE, async (subject) => {
    const [user_id = 0, company_id = 0, at = 0] = subject.split(' ').map(Number);
    const before = new Date(at).toISOString();
    await callAsService(node, 'identity', 'projects.endRoles', { user_id, company_id, before });
  });
}
