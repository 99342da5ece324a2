/** Repository of topic tags: all, or some by id. */
import type { Connection } from 'mongoose';
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
}
