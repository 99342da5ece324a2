/** Repositories of the holds of wiki pages, as wiki-moderation last sent them, and of the origins of clauses. */
import type { ClientSession, Connection } from 'mongoose';
import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import {
  type ClauseOriginsRecord,
  clauseOriginsCollection,
  type PageHold,
  type PageHoldsRecord,
  pageHoldsCollection,
} from './model.ts';
import { type SealedOrigins, unpackOrigins } from './packed-origins.ts';

export class PageHolds extends Records<PageHoldsRecord> {
  constructor(connection: Connection) {
    super(pageHoldsCollection(connection));
  }

  /** Replaces the holds of a page; null when this or a later version of them is stored. */
  async replace(
    session: ClientSession,
    pageId: string,
    version: number,
    holds: PageHold[],
  ): Promise<PageHoldsRecord | null> {
    const stored = await this.findById(pageId, session);
    if (stored && stored.version >= version) return null;
    return this.#write(session, pageId, { $set: { version, holds }, $inc: { changes: 1 } });
  }

  /**
   * The holds of a page for an edition that is being copied: a concurrent change of them makes one of the two
   * transactions start over.
   */
  lock(session: ClientSession, pageId: string): Promise<PageHoldsRecord> {
    return this.#write(session, pageId, { $inc: { changes: 1 }, $setOnInsert: { version: 0, holds: [] } });
  }

  async #write(session: ClientSession, pageId: string, update: object): Promise<PageHoldsRecord> {
    const written = await this.model
      .findOneAndUpdate({ _id: pageId }, update, { session, upsert: true, returnDocument: 'after' })
      .lean<PageHoldsRecord>()
      .exec();
    if (!written) throw new Error(`the holds of page ${pageId} are missing after they were written`);
    return written;
  }
}

/** The origins of the clauses of sealed revisions; never changed. */
export class StoredOrigins extends Records<ClauseOriginsRecord> {
  constructor(connection: Connection) {
    super(clauseOriginsCollection(connection));
  }

  /** @param packed by `packOrigins` */
  add(session: ClientSession, revisionId: number, packed: string): Promise<void> {
    return this.insert(session, { _id: revisionId, origins: compressText(packed) });
  }

  /** The origins of some revisions, by revision; one of no page has none. */
  async find(
    revisionIds: readonly number[],
    session: ClientSession | null = null,
  ): Promise<Map<number, SealedOrigins>> {
    const rows = await this.findMany(revisionIds, session);
    return new Map(rows.map(({ _id, origins }) => [_id, unpackOrigins(decompressText(origins))]));
  }
}
