/**
 * Job by a call of the projects service that claims the project invitations of an account that has verified its email,
 * and takes seats of its company for the roles that it has. It is added in the transaction of the
 * registration, verification, password reset or joining of a company, so that it survives crashes and outages of that
 * service.
 */
import { randomUUID } from 'node:crypto';
import type { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import type { NewJob } from '../../shared/kernel/background/job-records.ts';
import { callAsService, type Node } from '../../shared/kernel/node/node.ts';
import type { Accounts } from './accounts/repository.ts';

const KIND = 'identity.projectInvitations';

/** An email is verified once, so an account has one such job. */
export const invitationClaim = (userId: number): NewJob => ({ kind: KIND, subject: String(userId) });

/** The same for an account that has joined a company, which it may do more than once. */
export const seatClaim = (userId: number): NewJob => ({ kind: KIND, subject: `${userId} ${randomUUID()}` });

/** Registers the job. It may be repeated: an invitation is deleted when it is claimed, and a seat is taken once. */
export function defineInvitationClaim(jobs: JobQueue, accounts: Accounts, node: Node): void {
  jobs.register(KIND, async (subject) => {
    const user = await accounts.findById(Number(subject.split(' ')[0]));
    if (!user?.email_verified) return;
    const { _id: user_id, name, email, company_id } = user;
    await callAsService(node, 'identity', 'projects.claimInvitations', { user_id, name, email, company_id });
  });
}
