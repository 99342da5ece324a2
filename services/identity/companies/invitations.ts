/**
 * Repository of invitations to a company for emails without an account (A22). An invitation of an email and a
 * concurrent joining of a company conflict on the record of that email.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection, Model } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import {
  type InvitationRecord,
  type InvitedEmailRecord,
  invitationCollection,
  invitedEmailCollection,
} from './model.ts';

export class Invitations extends Records<InvitationRecord> {
  readonly #invitedEmails: Model<InvitedEmailRecord>;

  constructor(connection: Connection) {
    super(invitationCollection(connection));
    this.#invitedEmails = invitedEmailCollection(connection);
  }

  /** The invitations of a company, by email. */
  findByCompany(companyId: number): Promise<InvitationRecord[]> {
    return this.model.find({ company_id: companyId }).sort({ email: 1 }).lean<InvitationRecord[]>().exec();
  }

  /**
   * Invites an email without an account, or changes the role of its invitation. The caller checks in the same
   * transaction that there is no account: an account created concurrently conflicts here.
   * @returns the id of the invitation, and its role before, null for a new one
   */
  async invite(
    session: ClientSession,
    { company_id, email, role }: Pick<InvitationRecord, 'company_id' | 'email' | 'role'>,
    now: Date,
  ): Promise<{ id: string; previousRole: InvitationRecord['role'] | null }> {
    await this.#touchEmail(session, email);
    const id = randomUUID();
    const before = await this.model
      .findOneAndUpdate(
        { company_id, email },
        { $set: { role }, $setOnInsert: { _id: id, invited_at: now } },
        { upsert: true, session, returnDocument: 'before' },
      )
      .lean<InvitationRecord>();
    return { id: before?._id ?? id, previousRole: before?.role ?? null };
  }

  /**
   * Deletes an invitation of a company. @returns the invitation; null when the company has none of that id
   */
  async withdraw(session: ClientSession, companyId: number, id: string): Promise<InvitationRecord | null> {
    const invitation = await this.model
      .findOneAndDelete({ _id: id, company_id: companyId }, { session })
      .lean<InvitationRecord>();
    if (invitation) await this.#touchEmail(session, invitation.email);
    return invitation;
  }

  /** The oldest invitation of an email: it decides which company the account joins; null when there is none. */
  async findOldest(session: ClientSession, email: string): Promise<InvitationRecord | null> {
    await this.#touchEmail(session, email);
    return this.model
      .findOne({ email })
      .sort({ invited_at: 1 })
      .session(session)
      .lean<InvitationRecord>()
      .exec();
  }

  /** Deletes all invitations of an email whose account joins a company: an account has one company. */
  async deleteByEmail(session: ClientSession, email: string): Promise<void> {
    await this.#touchEmail(session, email);
    await this.model.deleteMany({ email }, { session });
  }

  /**
   * An invitation of an email and a joining of a company write one record, so that concurrent transactions
   * conflict and one is retried.
   */
  async #touchEmail(session: ClientSession, email: string): Promise<void> {
    await this.#invitedEmails.updateOne(
      { _id: email },
      { $inc: { invitations_changed: 1 } },
      { upsert: true, session },
    );
  }
}
