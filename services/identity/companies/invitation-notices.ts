/**
 * Job that tells an email of its invitation to a company: by mail, and in the application where it has an account. The
 * account is looked up here and not while the invitation is sent, so that inviting takes the same time with an account
 * and without; the text is the same too.
 */
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { JobQueue } from '../../../shared/kernel/background/job-queue.ts';
import type { NewJob } from '../../../shared/kernel/background/job-records.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { companyInvitationText } from '../../../shared/text/invitation-texts.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { Notifications } from '../notifications/repository.ts';
import { endOfInvitation, type Invitations } from './invitations.ts';
import type { Companies } from './repository.ts';

const KIND = 'identity.companyInvitation';

interface Deps {
  connection: Connection;
  jobs: JobQueue;
  invitations: Invitations;
  companies: Companies;
  accounts: Accounts;
  notifications: Notifications;
  notifier: Notifier;
}

/** Tells of an invitation that is new or has another role. */
export const invitationNotice = (invitationId: string): NewJob => ({
  kind: KIND,
  subject: `${invitationId} ${randomUUID()}`,
});

/** Registers the job. It may be repeated: an event is told once. An invitation that is gone is not told of. */
export function defineInvitationNotices(deps: Deps): void {
  const { connection, jobs, invitations, companies, accounts, notifications, notifier } = deps;
  jobs.register(KIND, async (subject) => {
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
