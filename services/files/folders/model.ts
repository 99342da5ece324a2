/**
 * Records and collections of folders, and of one counter for each project, on which two changes of its folders
 * conflict.
 */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';

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

/** Changed by every change of the folders of a project, so that two transactions conflict. */
export interface FolderChangesRecord {
  /** The project. */
  _id: number;
  changes: number;
}

export const folderCollection = defineCollection<FolderRecord>('folders', [
  [{ project_id: 1, parent_id: 1, folded_name: 1 }, { unique: true }],
]);

export const folderChangesCollection = defineCollection<FolderChangesRecord>('folder_changes');
