/** Invitations: who is to come into a company once its address has an account (A22). The only owner of `pending_members`. */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import { type InvitationRecord, invitationModel, invitedEmailModel } from './model.ts';

export class Invitations {
  readonly #invitations: ReturnType<typeof invitationModel>;
  readonly #invitedEmails: ReturnType<typeof invitedEmailModel>;

  constructor(connection: Connection) {
    this.#invitations = invitationModel(connection);
    this.#invitedEmails = invitedEmailModel(connection);
  }

  /** Those of a company, by address. */
  findByCompany(companyId: number): Promise<InvitationRecord[]> {
    return this.#invitations.find({ company_id: companyId }).sort({ email: 1 }).lean<InvitationRecord[]>().exec();
  }

  /**
   * Invites an address without an account, or changes the role it is invited to. That there is no account has to be seen in the same
   * transaction: one that is made at the same time meets this one.
   * @returns the invitation, and the role it was for before, null for a new one
   */
  async invite(
    session: ClientSession,
    { companyId, email, role }: { companyId: number; email: string; role: CompanyRole },
    now: Date,
  ): Promise<{ id: string; earlier: CompanyRole | null }> {
    await this.#touchEmail(session, email);
    const id = randomUUID();
    const before = await this.#invitations
      .findOneAndUpdate(
        { company_id: companyId, email },
        { $set: { role }, $setOnInsert: { _id: id, invited_at: now } },
        { upsert: true, session, returnDocument: 'before' },
      )
      .lean<InvitationRecord>();
    return { id: before?._id ?? id, earlier: before?.role ?? null };
  }

  /** Ends one invitation of a company, and with it the right to come in. @returns it as it was, null where the company has none of that id */
  async withdraw(session: ClientSession, companyId: number, id: string): Promise<InvitationRecord | null> {
    const invitation = await this.#invitations
      .findOneAndDelete({ _id: id, company_id: companyId }, { session })
      .lean<InvitationRecord>();
    if (invitation) await this.#touchEmail(session, invitation.email);
    return invitation;
  }

  /** The one an address follows when it counts from now on: the oldest, null where there is none. Joining lets it lapse. */
  async findOldest(session: ClientSession, email: string): Promise<InvitationRecord | null> {
    await this.#touchEmail(session, email);
    return this.#invitations.findOne({ email }).sort({ invited_at: 1 }).session(session).lean<InvitationRecord>().exec();
  }

  /** Ends all invitations of an address that comes into a company: an account has one company. */
  async deleteByEmail(session: ClientSession, email: string): Promise<void> {
    await this.#touchEmail(session, email);
    await this.#invitations.deleteMany({ email }, { session });
  }

  /**
   * Whoever invites an address and whoever brings it into a company write one record: two at once cannot both go by what they saw
   * before the other, one of them runs again.
   */
  async #touchEmail(session: ClientSession, email: string): Promise<void> {
    await this.#invitedEmails.updateOne({ _id: email }, { $inc: { invitations_changed: 1 } }, { upsert: true, session });
  }
}
