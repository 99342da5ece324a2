/**
 * Repository of the public moderation log. Entries are written with the action they report and never change. Those
 * of legal compulsion are listed separately, so that their position reveals no date.
 */
import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import {
  type ModerationAction,
  type ModerationReason,
  UNDATED_REASON,
} from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page, type PageRange } from '../../../shared/kernel/database/records.ts';
import { type LogEntryRecord, logEntryCollection } from './model.ts';

/** The entries to list. */
interface LogFilter {
  action?: ModerationAction | undefined;
  reason?: ModerationReason | undefined;
}

export class ModerationLog extends NumberedRecords<LogEntryRecord> {
  readonly #counters: IdCounters;

  constructor(connection: Connection, counters: IdCounters) {
    super(logEntryCollection(connection), counters);
    this.#counters = counters;
  }

  /**
   * An id for an entry with this reason; taken before the transaction. Those of legal compulsion are negative, and
   * leave no gap among the public ids that would reveal their time.
   */
  override async nextId(reason: ModerationReason | null = null): Promise<number> {
    return reason === UNDATED_REASON
      ? -(await this.#counters.next('moderation_log_undated'))
      : super.nextId();
  }

  /**
   * Adds an entry in the transaction of its action. @param entry with an id of `nextId`, taken before the
   * transaction
   */
  append(session: ClientSession, entry: LogEntryRecord): Promise<void> {
    return this.insert(session, entry);
  }

  /** A page of all entries: newest first, then those of legal compulsion by action. */
  async list({ action, reason }: LogFilter, { limit, offset = 0 }: PageRange): Promise<Page<LogEntryRecord>> {
    const ofAction = action === undefined ? {} : { action };
    const isDated = reason !== UNDATED_REASON;
    const isUndated = reason === undefined || !isDated;
    const dated = isDated
      ? await this.#listDated({ ...ofAction, ...byReason(reason) }, { limit, offset })
      : NO_ENTRIES;
    const undated = isUndated
      ? await this.#listUndated(ofAction, {
          limit: limit - dated.rows.length,
          offset: Math.max(0, offset - dated.total),
        })
      : NO_ENTRIES;
    return { rows: [...dated.rows, ...undated.rows], total: dated.total + undated.total };
  }

  /** A page of the entries of a wiki page, newest first; those of legal compulsion are not among them. */
  async listByPage(
    pageId: string,
    { action, reason }: LogFilter,
    range: PageRange,
  ): Promise<Page<LogEntryRecord>> {
    if (reason === UNDATED_REASON) return NO_ENTRIES;
    const ofAction = action === undefined ? {} : { action };
    return this.#listDated({ page_id: pageId, ...ofAction, ...byReason(reason) }, range);
  }

  /** An entry; null also for one of legal compulsion. */
  findDated(id: number): Promise<LogEntryRecord | null> {
    return this.findOne({ _id: id, ...byReason(undefined) });
  }

  /** The other entries of its matter, oldest first, at most `limit`. */
  findRelated({ _id, matter }: LogEntryRecord, limit: number): Promise<LogEntryRecord[]> {
    const filter = { matter, _id: { $ne: _id }, ...byReason(undefined) };
    return this.findAll(filter, { sort: { at: 1, _id: 1 }, limit });
  }

  #listDated(filter: QueryFilter<LogEntryRecord>, range: PageRange): Promise<Page<LogEntryRecord>> {
    return this.page(filter, { at: -1, _id: -1 }, range);
  }

  async #listUndated(
    ofAction: { action?: ModerationAction },
    { limit, offset }: PageRange,
  ): Promise<Page<LogEntryRecord>> {
    const filter = { reason: UNDATED_REASON, ...ofAction } as const;
    // A limit of 0 would mean none.
    if (limit === 0) return { rows: [], total: await this.model.countDocuments(filter) };
    return this.page(filter, { action: 1, at: -1, _id: -1 }, { limit, offset });
  }
}

const NO_ENTRIES: Page<LogEntryRecord> = { rows: [], total: 0 };

/** This reason; all but legal compulsion without one. */
const byReason = (reason: ModerationReason | undefined): QueryFilter<LogEntryRecord> =>
  reason === undefined ? { reason: { $ne: UNDATED_REASON } } : { reason };
