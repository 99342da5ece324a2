/** Record and collection of moderation matters: one for each revoked edition and each held clause. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface MatterRecord {
  /** The public id: 1, 2, 3… */
  _id: number;
  page_id: string;
  edition_id: string;
  hold_id: string;
  /** Address of the held clause; null for a whole edition. */
  address: string | null;
  /** Hash of the text of the held clause; null for an edition and for a clause without text. */
  text_hash: string | null;
  state: 'open' | 'resolved';
  opened_at: Date;
  resolved_at: Date | null;
}

export const matterCollection = defineCollection<MatterRecord>('moderation_matters', [
  [{ state: 1, opened_at: 1, _id: 1 }],
  [{ opened_at: 1, _id: 1 }],
  [{ page_id: 1, state: 1, opened_at: 1, _id: 1 }],
  [{ page_id: 1, opened_at: 1, _id: 1 }],
  [{ hold_id: 1, state: 1, address: 1 }],
]);
