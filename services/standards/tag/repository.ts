/** Repository of topic tags: all or some by id, inserts and changes. */
import type { ClientSession, Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type TagRecord, tagCollection } from './model.ts';

export class Tags extends Records<TagRecord> {
  constructor(connection: Connection) {
    super(tagCollection(connection));
  }

  /** All tags by group and name. */
  list(): Promise<TagRecord[]> {
    return this.findAll({}, { sort: { group: 1, name: 1 } });
  }

  /** Null when there is none. @throws a duplicate key error for a name of another tag in its group */
  change(session: ClientSession, id: string, values: Partial<TagRecord>): Promise<TagRecord | null> {
    return this.update(session, { _id: id }, { $set: values });
  }
}
