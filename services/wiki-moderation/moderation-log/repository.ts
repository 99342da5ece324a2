/** Repository of the public moderation log. Entries are written with the action they report and never change. */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../../shared/kernel/database/records.ts';
import { type LogEntryRecord, logEntryCollection } from './model.ts';

export class ModerationLog extends NumberedRecords<LogEntryRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(logEntryCollection(connection), counters);
  }

  /**
   * Adds an entry in the transaction of its action. @param entry with an id of `nextId`, taken before the
   * transaction
   */
  append(session: ClientSession, entry: LogEntryRecord): Promise<void> {
    return this.insert(session, entry);
  }
}
