/**
 * Repository of pending invitations to projects. They do not expire: each stays until it is claimed or withdrawn. (Those to
 * companies end after 30 days.)
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
import { type GrantedRole, type InvitationRecord, invitationCollection } from './model.ts';

export class Invitations extends Records<InvitationRecord> {
  constructor(connection: Connection) {
    super(invitationCollection(connection));
  }

  /**
   * Stores an invitation, or changes the role of the one to the same email. @returns its id, and its role before:
   * null for a new one
   */
  async invite(
    session: ClientSession,
    invitation: Omit<InvitationRecord, '_id'>,
  ): Promise<{ id: string; previousRole: GrantedRole | null }> {
    const { project_id, email, ...rest } = invitation;
    const newId = randomUUID();
    const before = await this.model
      .findOneAndUpdate(
        { project_id, email },
        { $set: rest, $setOnInsert: { _id: newId } },
        { upsert: true, session, returnDocument: 'before' },
      )
      .lean<InvitationRecord>();
    return { id: before?._id ?? newId, previousRole: before?.role ?? null };
  }

  /** The invitations of a project, by email. */
  listByProject(projectId: number, limit: number): Promise<Page<InvitationRecord>> {
    return this.page({ project_id: projectId }, { email: 1 }, { limit });
  }

  /** The invitation of an email to a project; null when there is none. */
  find(projectId: number, email: string): Promise<InvitationRecord | null> {
    return this.findOne({ project_id: projectId, email });
  }

  findByEmail(email: string): Promise<InvitationRecord[]> {
    return this.findAll({ email });
  }

  /** Finds and deletes an invitation, to withdraw or claim it: one of several transactions gets it, the others null. */
  findAndDelete(
    session: ClientSession,
    by: { project_id: number; email: string } | { project_id: number; _id: string },
  ): Promise<InvitationRecord | null> {
    return this.model.findOneAndDelete(by, { session }).lean<InvitationRecord>().exec();
  }

  /** The invitations of which this person was the last sender, by project and email. */
  findSentBy(
    session: ClientSession,
    userId: number,
    filter: { project_id: number } | { invited_at: { $lt: Date } },
  ): Promise<InvitationRecord[]> {
    const sort = { project_id: 1, email: 1 } as const;
    return this.findAll({ 'invited_by.userId': userId, ...filter }, { session, sort });
  }

  async deleteAll(session: ClientSession, invitations: readonly InvitationRecord[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: invitations.map(({ _id }) => _id) } }, { session });
  }
}
