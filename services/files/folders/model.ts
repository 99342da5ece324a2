/** Record and collection of folders. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';

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

export const folderCollection = defineCollection<FolderRecord>('folders', [
  [{ project_id: 1, parent_id: 1, folded_name: 1 }, { unique: true }],
]);
