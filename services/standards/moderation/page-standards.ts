/** Repository of the standards with clauses of a wiki page: its library copy, and the copies of that. */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import type { PageHoldsRecord } from '../holds/model.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';

export class PageStandards extends Records<StandardRecord> {
  constructor(connection: Connection) {
    super(standardCollection(connection));
  }

  /** The standards with clauses of some pages. */
  findByPages(pageIds: readonly string[]): Promise<StandardRecord[]> {
    return pageIds.length === 0 ? Promise.resolve([]) : this.findAll({ page_id: { $in: [...pageIds] } });
  }

  /** The standards with clauses of a page whose current revision cites pages. */
  findCiting(session: ClientSession, pageId: string): Promise<StandardRecord[]> {
    const cites = { current_revision: { $ne: null }, 'citations.0': { $exists: true } };
    return this.findAll({ page_id: pageId, ...cites }, { session });
  }

  /** Counts a change of the holds of their page, which a read of any of them looks up from then on. @returns their number */
  async setHoldsVersion(session: ClientSession, { _id, changes, holds }: PageHoldsRecord): Promise<number> {
    const version =
      holds.length > 0 ? { $set: { holds_version: changes } } : { $unset: { holds_version: 1 } };
    const update = { ...version, $inc: { changes: 1 } };
    return (await this.model.updateMany({ page_id: _id }, update, { session })).matchedCount;
  }
}
