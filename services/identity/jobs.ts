/**
 * Background jobs after a change of an account or an invitation, queued in its transaction: claim project invitations
 * and seats, end roles, send the notification of a company invitation.
 */
import { randomUUID } from 'node:crypto';
import type { NewJob } from '../../shared/kernel/background/job-records.ts';
import { inTransaction, isDuplicateKey } from '../../shared/kernel/database/mongo.ts';
import { callAsService, type Node } from '../../shared/kernel/node/node.ts';
import { companyInvitationText } from '../../shared/text/invitation-texts.ts';
import { endOfInvitation } from './companies/invitations.ts';
import type { IdentityService } from './open-identity.ts';

const CLAIM = 'identity.projectInvitations';
const MEMBERSHIP_CLEANUP = 'identity.membershipCleanup';
const INVITATION = 'identity.companyInvitation';

/** Claims the project invitations of an account. An email is verified once, so an account has one such job. */
export const invitationClaim = (userId: number): NewJob => ({ kind: CLAIM, subject: String(userId) });

/** Takes seats of a company for the roles of an account that has joined it, which it may do more than once. */
export const seatClaim = (userId: number): NewJob => ({ kind: CLAIM, subject: `${userId} ${randomUUID()}` });

/** Ends the roles of an account on projects of a company that it has left. */
export const membershipCleanup = (userId: number, companyId: number, departedAt: Date): NewJob => ({
  kind: MEMBERSHIP_CLEANUP,
  subject: `${userId} ${companyId} ${departedAt.getTime()}`,
});

/**
 * Sends the notification of an invitation to a company that is new or has another role. The job looks up the account,
 * so that inviting takes the same time with an account and without.
 */
export const invitationNotification = (invitationId: string): NewJob => ({
  kind: INVITATION,
  subject: `${invitationId} ${randomUUID()}`,
});

/**
 * Registers the jobs. They may be repeated: an invitation is deleted when it is claimed, a seat is taken once, roles
 * granted after the departure are not ended, and a notification is sent once for an event, and not for a deleted invitation.
 */
export function defineJobs(service: IdentityService, node: Node): void {
  const { connection, jobs, accounts, companies, invitations, notifications, notifier } = service;
  jobs.register(CLAIM, async (subject) => {
    const user = await accounts.findById(Number(subject.split(' ')[0]));
    if (!user?.email_verified) return;
    const { _id: user_id, name, email, company_id } = user;
    await callAsService(node, 'identity', 'projects.claimInvitations', { user_id, name, email, company_id });
  });
  jobs.register(MEMBERSHIP_CLEANUP, async (subject) => {
    const [user_id = 0, company_id = 0, at = 0] = subject.split(' ').map(Number);
    const before = new Date(at).toISOString();
    await callAsService(node, 'identity', 'projects.endRoles', { user_id, company_id, before });
  });
  jobs.register(INVITATION, async (subject) => {
    const [invitationId = '', eventId = ''] = subject.split(' ');
    const now = new Date();
    const invitation = await invitations.findById(invitationId);
    const company = invitation && (await companies.findById(invitation.company_id));
    if (!company) return;
    const { email, role } = invitation;
    const expiresAt = endOfInvitation(invitation);
    const text = companyInvitationText({ name: company.name, role, expiresAt });
    const content = { kind: 'company_invitation', text, resource: { type: 'company', id: company._id } };
    const users = await accounts.findPeopleByEmail([email]);
    const recipients = { users, emails: users.length === 0 ? [email] : [] };
    try {
      await inTransaction(connection, async (session) => {
        await notifications.recordEvent(session, eventId, now);
        await notifier.notify(session, content, recipients, now);
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  });
}
