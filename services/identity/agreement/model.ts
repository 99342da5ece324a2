/** Records of agreement versions and of their acceptances. Both are written once and never changed. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface AgreementRecord {
  _id: number;
  version: number;
  /** Markdown. */
  content: string;
  effective_date: Date;
}

export interface AcceptanceRecord {
  /** Account and agreement: an account accepts a version once. */
  _id: string;
  user_id: number;
  agreement_id: number;
  version: number;
  accepted_at: Date;
}

export const agreementCollection = defineCollection<AgreementRecord>('agreements', [
  [{ version: -1 }, { unique: true }],
]);

export const acceptanceCollection = defineCollection<AcceptanceRecord>('acceptances');
