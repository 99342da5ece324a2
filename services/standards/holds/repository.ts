/**
 * Repository of the holds of wiki pages, as wiki-moderation stated them last. The holds on a revision are stored
 * with it (`../revision/repository.ts`).
 */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type PageHold, type PageHoldsRecord, pageHoldsCollection } from './model.ts';

export class PageHolds extends Records<PageHoldsRecord> {
  constructor(connection: Connection) {
    super(pageHoldsCollection(connection));
  }

  /** Replaces the holds of a page; false when this or a later version of them is stored. */
  async replace(
    session: ClientSession,
    pageId: string,
    version: number,
    holds: PageHold[],
  ): Promise<boolean> {
    const stored = await this.findById(pageId, session);
    if (stored && stored.version >= version) return false;
    await this.model.updateOne(
      { _id: pageId },
      { $set: { version, holds }, $setOnInsert: { copies: 0 } },
      { session, upsert: true },
    );
    return true;
  }

  /**
   * The holds of a page for an edition that is being copied: a concurrent change of them makes one of the two
   * transactions start over.
   */
  async lock(session: ClientSession, pageId: string): Promise<PageHold[]> {
    const record = await this.model
      .findOneAndUpdate(
        { _id: pageId },
        { $inc: { copies: 1 }, $setOnInsert: { version: 0, holds: [] } },
        { session, upsert: true, returnDocument: 'after' },
      )
      .lean<PageHoldsRecord>()
      .exec();
    return record?.holds ?? [];
  }
}
