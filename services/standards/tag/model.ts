/** Record and collection of topic tags. Retired tags are not deleted, because revisions use them. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface TagRecord {
  /** A UUID. */
  _id: string;
  name: string;
  group: string | null;
  active: boolean;
}

export const tagCollection = defineCollection<TagRecord>('tags', [[{ group: 1, name: 1 }]]);
