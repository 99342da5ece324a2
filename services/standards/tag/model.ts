/** Record and collection of topic tags. Retired tags are not deleted, because revisions use them. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface TagRecord {
  /** A UUID. */
  _id: string;
  name: string;
  folded_name: string;
  group: string | null;
  active: boolean;
}

export const tagCollection = defineCollection<TagRecord>('tags', [
  [{ group: 1, name: 1 }],
  // Tags of earlier versions have no folded name.
  [
    { group: 1, folded_name: 1 },
    { unique: true, partialFilterExpression: { folded_name: { $type: 'string' } } },
  ],
]);
