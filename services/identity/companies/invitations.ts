/**
 * Repository of invitations to a company for emails without an account (A22). An invitation of an email and a
 * concurrent joining of a company take the lock of that email, so that one of them starts over.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import {
  defineTransactionLock,
  type TransactionLock,
} from '../../../shared/kernel/database/transaction-lock.ts';
import { type InvitationRecord, invitationCollection } from './model.ts';

export class Invitations extends Records<InvitationRecord> {
  readonly #lockEmail: TransactionLock;

  constructor(connection: Connection) {
    super(invitationCollection(connection));
    this.#lockEmail = defineTransactionLock(connection, 'addresses');
  }

  findByCompany(companyId: number): Promise<InvitationRecord[]> {
    return this.findAll({ company_id: companyId }, { sort: { email: 1 } });
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
    await this.#lockEmail(session, email);
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
    if (invitation) await this.#lockEmail(session, invitation.email);
    return invitation;
  }

  /** The oldest invitation of an email: it decides which company the account joins; null when there is none. */
  async findOldest(session: ClientSession, email: string): Promise<InvitationRecord | null> {
    await this.#lockEmail(session, email);
    return this.findOne({ email }, session, { invited_at: 1 });
  }

  /** Deletes all invitations of an email whose account joins a company: an account has one company. */
  async deleteByEmail(session: ClientSession, email: string): Promise<void> {
    await this.#lockEmail(session, email);
    await this.model.deleteMany({ email }, { session });
  }
}
