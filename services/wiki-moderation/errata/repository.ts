/** Repository of errata: those of a page. No endpoint writes them yet. */
import type { Connection } from 'mongoose';
import { Records } from '../../../shared/kernel/database/records.ts';
import { type ErratumRecord, erratumCollection } from './model.ts';

export class Errata extends Records<ErratumRecord> {
  constructor(connection: Connection) {
    super(erratumCollection(connection));
  }

  /** All errata of a page, newest first. */
  listByPage(pageId: string): Promise<ErratumRecord[]> {
    return this.model
      .find({ page_id: pageId })
      .sort({ issued_at: -1, _id: 1 })
      .lean<ErratumRecord[]>()
      .exec();
  }
}
