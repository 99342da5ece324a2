/** Record and collection of libraries, which group the standards of one scope. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Scope } from '../scope-access.ts';

export interface LibraryRecord {
  _id: number;
  name: string;
  folded_name: string;
  description: string;
  subject_type: Scope['subject_type'];
  subject_id: number | null;
  is_default: boolean;
  /** The wiki library whose adopted editions it holds; absent when it holds none. */
  wiki_library_id?: string;
  /** How often the wiki library had been renamed when this one got its name; absent before the first rename. */
  wiki_name_changes?: number;
  created_at: Date;
}

export const libraryCollection = defineCollection<LibraryRecord>('libraries', [
  [{ subject_type: 1, subject_id: 1, folded_name: 1 }, { unique: true }],
  [
    { subject_type: 1, subject_id: 1, is_default: 1 },
    { unique: true, partialFilterExpression: { is_default: true } },
  ],
  [{ wiki_library_id: 1 }, { unique: true, sparse: true }],
]);
