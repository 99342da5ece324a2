/**
 * Repository of the invitations to companies: sent to an email, whether or not it has an account, and
 * answered by the account that has or gets it. An expired one counts as deleted before the database deletes it.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type InvitationRecord, invitationCollection } from './model.ts';

/** How long an invitation can be accepted. */
const INVITATION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Filter of those that have not expired; a record without its end counts as pending. */
const pendingFilter = (now: Date) => ({ expires_at: { $not: { $lte: now } } });

/** When an invitation can no longer be accepted. */
export const endOfInvitation = ({ invited_at, expires_at }: InvitationRecord): Date =>
  expires_at ?? new Date(invited_at.getTime() + INVITATION_DAYS * DAY_MS);

type NewInvitation = Pick<InvitationRecord, 'company_id' | 'email' | 'role'> & { invited_by: number };

export class Invitations extends Records<InvitationRecord> {
  constructor(connection: Connection) {
    super(invitationCollection(connection));
  }

  /** The invitations of a company, by email. */
  findByCompany(companyId: number, now: Date): Promise<InvitationRecord[]> {
    return this.findAll({ company_id: companyId, ...pendingFilter(now) }, { sort: { email: 1 } });
  }

  /** The invitations of an email, oldest first. */
  findByEmail(email: string, now: Date): Promise<InvitationRecord[]> {
    return this.findAll({ email, ...pendingFilter(now) }, { sort: { invited_at: 1 } });
  }

  /** The invitation of an email to a company; null when there is none. */
  findPending(
    session: ClientSession,
    { company_id, email }: Pick<InvitationRecord, 'company_id' | 'email'>,
    now: Date,
  ): Promise<InvitationRecord | null> {
    return this.findOne({ company_id, email, ...pendingFilter(now) }, session);
  }

  /** Renews an invitation that is pending, with a role and inviter, or stores a new one in place of an expired one. */
  async put(
    session: ClientSession,
    { company_id, email, role, invited_by }: NewInvitation,
    pending: InvitationRecord | null,
    now: Date,
  ): Promise<InvitationRecord> {
    const renewed = { role, invited_by, expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS) };
    if (pending) return this.updateExisting(session, { _id: pending._id }, { $set: renewed });
    await this.model.deleteOne({ company_id, email }, { session });
    const invitation = { _id: randomUUID(), company_id, email, invited_at: now, ...renewed };
    await this.insert(session, invitation);
    return invitation;
  }

  /** The oldest invitation of an email: it decides which company a new account joins; null when there is none. */
  findOldest(session: ClientSession, email: string, now: Date): Promise<InvitationRecord | null> {
    return this.findOne({ email, ...pendingFilter(now) }, session, { invited_at: 1 });
  }

  /**
   * Finds and deletes an invitation, to withdraw, accept or decline it: of several transactions one gets it, the others
   * null.
   */
  findAndDelete(
    session: ClientSession,
    by: { _id: string; company_id: number } | { _id: string; email: string },
    now: Date,
  ): Promise<InvitationRecord | null> {
    return this.model
      .findOneAndDelete({ ...by, ...pendingFilter(now) }, { session })
      .lean<InvitationRecord>()
      .exec();
  }

  /** Deletes the invitations of which this member was the last sender. @returns their emails */
  async withdrawSentBy(session: ClientSession, companyId: number, userId: number): Promise<string[]> {
    const sent = { company_id: companyId, invited_by: userId };
    const invitations = await this.findAll(sent, { session, sort: { email: 1 } });
    await this.model.deleteMany(sent, { session });
    return invitations.map(({ email }) => email);
  }
}
