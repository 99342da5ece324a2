/** Repository of sponsorship requests. */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page, type PageRange } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { type RequestStatus, type SponsorshipRequestRecord, sponsorshipRequestCollection } from './model.ts';

export class SponsorshipRequests extends NumberedRecords<SponsorshipRequestRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(sponsorshipRequestCollection(connection), counters);
  }

  findPending(projectId: number, userId: number): Promise<SponsorshipRequestRecord | null> {
    return this.findOne({ project_id: projectId, user_id: userId, status: 'pending' });
  }

  /** The requests to a company, newest first. */
  listByCompany(
    companyId: number,
    status: RequestStatus | undefined,
    range: PageRange,
  ): Promise<Page<SponsorshipRequestRecord>> {
    const filter = { company_id: companyId, ...(status === undefined ? {} : { status }) };
    return this.page(filter, { _id: -1 }, range);
  }

  /** Null for a request to another company. */
  findOfCompany(
    session: ClientSession,
    companyId: number,
    id: number,
  ): Promise<SponsorshipRequestRecord | null> {
    return this.findOne({ _id: id, company_id: companyId }, session);
  }

  /** Null when the request is decided already, also by a concurrent call. */
  decide(
    session: ClientSession,
    id: number,
    status: Exclude<RequestStatus, 'pending'>,
    by: Person,
    now: Date,
  ): Promise<SponsorshipRequestRecord | null> {
    const decision = { status, decided_by: by, decided_at: now };
    return this.update(session, { _id: id, status: 'pending' }, { $set: decision });
  }

  /** Deletes the pending request of a member whose role ends. */
  async deletePending(session: ClientSession, projectId: number, userId: number): Promise<void> {
    const pending = { project_id: projectId, user_id: userId, status: 'pending' as const };
    await this.model.deleteOne(pending, { session });
  }
}
