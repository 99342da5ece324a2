/** Record and repository of folders: all of a project, lookups, inserts, changes, removal. */

import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { defineCollection, NumberedRecords } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';

export interface FolderRecord {
  _id: number;
  project_id: number;
  name: string;
  /** For the unique index: names that differ only in letter case are the same. */
  folded_name: string;
  /** Null: the root of the project. */
  parent_id: number | null;
  sort_order: number;
  created_by: Person;
  created_at: Date;
}

const folderCollection = defineCollection<FolderRecord>('folders', [
  [{ project_id: 1, parent_id: 1, folded_name: 1 }, { unique: true }],
]);

type FolderUpdate = Partial<Pick<FolderRecord, 'name' | 'parent_id' | 'sort_order'>>;

export class Folders extends NumberedRecords<FolderRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(folderCollection(connection), counters);
  }

  /** All folders of a project in display order: by sort order, then by name, then by age. */
  async list(projectId: number, session: ClientSession | null = null): Promise<FolderRecord[]> {
    const rows = await this.findAll({ project_id: projectId }, { session });
    return rows.sort(
      (a, b) =>
        a.sort_order - b.sort_order || a.folded_name.localeCompare(b.folded_name, 'en') || a._id - b._id,
    );
  }

  find(projectId: number, id: number, session: ClientSession | null = null): Promise<FolderRecord | null> {
    return this.findOne({ _id: id, project_id: projectId }, session);
  }

  /** Null when the folder has been deleted in the meantime. */
  change(id: number, change: FolderUpdate, session: ClientSession): Promise<FolderRecord | null> {
    const folded = change.name === undefined ? {} : { folded_name: foldName(change.name) };
    return this.update(session, { _id: id }, { $set: { ...change, ...folded } });
  }

  async remove(id: number, session: ClientSession): Promise<void> {
    await this.model.deleteOne({ _id: id }, { session });
  }
}
