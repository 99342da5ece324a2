/** Repository of moderation matters: opened and resolved with a hold, and listed by age. */
import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page } from '../../../shared/kernel/database/records.ts';
import type { HoldRecord } from '../holds/model.ts';
import { type MatterRecord, matterCollection } from './model.ts';

/** Which matters a list is about. */
export interface MatterFilter {
  state: 'open' | 'resolved' | 'all';
  /** Null: of all pages. */
  pageIds: readonly string[] | null;
}

export class Matters extends NumberedRecords<MatterRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(matterCollection(connection), counters);
  }

  /** Opens the matters of a new hold. @param ids one for each, of `nextIds` before the transaction */
  async open(session: ClientSession, hold: HoldRecord, ids: readonly number[]): Promise<void> {
    const about = hold.scope === 'edition' ? [{ address: null, text_hash: null }] : hold.clauses;
    const { _id: hold_id, page_id, edition_id, opened_at } = hold;
    await this.insert(
      session,
      ...about.map(({ address, text_hash }, place): MatterRecord => {
        const id = ids[place];
        if (id === undefined) throw new Error('a matter has no id');
        const state = { state: 'open' as const, opened_at, resolved_at: null };
        return { _id: id, page_id, edition_id, hold_id, address, text_hash, ...state };
      }),
    );
  }

  /** Resolves the open matters of a hold. @param addresses only those of these clauses */
  async resolve(
    session: ClientSession,
    holdId: string,
    now: Date,
    addresses?: readonly string[],
  ): Promise<void> {
    await this.model.updateMany(
      {
        hold_id: holdId,
        state: 'open' as const,
        ...(addresses ? { address: { $in: [...addresses] } } : {}),
      },
      { $set: { state: 'resolved', resolved_at: now } },
      { session },
    );
  }

  /** Open matters, newest first. @param pageIds null: of all pages */
  listNewestOpen(pageIds: readonly string[] | null, limit: number): Promise<Page<MatterRecord>> {
    const ofPages = pageIds ? { page_id: { $in: [...pageIds] } } : {};
    return this.page({ ...ofPages, state: 'open' as const }, { opened_at: -1, _id: -1 }, { limit });
  }

  /** Matters, oldest first. */
  list(
    { state, pageIds }: MatterFilter,
    range: { limit: number; offset?: number },
  ): Promise<Page<MatterRecord>> {
    const filter: QueryFilter<MatterRecord> = {
      ...(pageIds ? { page_id: { $in: [...pageIds] } } : {}),
      ...(state === 'all' ? {} : { state }),
    };
    return this.page(filter, { opened_at: 1, _id: 1 }, range);
  }
}
