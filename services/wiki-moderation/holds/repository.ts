/**
 * Repository of holds: the open ones of a page, revocations of whole editions for the register,
 * changes, and the removal of a replacement that is itself revoked.
 */

import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
import { computeDeadlines } from './deadlines.ts';
import { type HoldRecord, holdCollection } from './model.ts';

export class Holds extends Records<HoldRecord> {
  constructor(connection: Connection) {
    super(holdCollection(connection));
  }

  /** The open holds of a page, oldest first. */
  listOpen(pageId: string, session: ClientSession | null = null): Promise<HoldRecord[]> {
    return this.findAll({ page_id: pageId, closed_at: null }, { sort: { opened_at: 1, _id: 1 }, session });
  }

  /**
   * Revocations of whole editions, oldest first.
   * @param pageIds null: of all pages
   */
  listRevokedEditions(
    { pageIds, onlyOpen }: { pageIds: readonly string[] | null; onlyOpen: boolean },
    limit: number,
  ): Promise<Page<HoldRecord>> {
    const filter: QueryFilter<HoldRecord> = {
      scope: 'edition',
      ...(pageIds ? { page_id: { $in: [...pageIds] } } : {}),
      ...(onlyOpen ? { closed_at: null } : {}),
    };
    return this.page(filter, { opened_at: 1, _id: 1 }, { limit });
  }

  /** Changes an open hold in the transaction that has locked its page. @returns it after the change */
  change(
    session: ClientSession,
    id: string,
    values: Partial<Pick<HoldRecord, 'clauses' | 'level' | 'level_since' | 'replacement' | 'closed_at'>>,
  ): Promise<HoldRecord> {
    return this.updateExisting(session, { _id: id, closed_at: null }, { $set: values });
  }

  /** Sets or clears the replacement of a hold. Text that is withheld already stays withheld. */
  async setReplacement(
    session: ClientSession,
    hold: HoldRecord,
    replacement: HoldRecord['replacement'],
    now: Date,
  ): Promise<void> {
    const { level, level2_at } = computeDeadlines(hold, now);
    const reached = withholdsText({ level }) ? { level, level_since: level2_at } : {};
    await this.change(session, hold._id, { replacement, ...reached });
  }

  /**
   * Clears a revoked edition as the replacement of others.
   * @param holds the open holds of the page
   */
  async dropReplacement(
    session: ClientSession,
    editionId: string,
    holds: readonly HoldRecord[],
    now: Date,
  ): Promise<void> {
    for (const hold of holds.filter(({ replacement }) => replacement?.edition_id === editionId))
      await this.setReplacement(session, hold, null, now);
  }
}
