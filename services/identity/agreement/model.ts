/**
 * Records of agreement versions and of their acceptances, both written once and never changed, and the view of the
 * contributor licence agreement (CLA) in force.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { defineCollection } from '../../../shared/kernel/database/records.ts';
import type { Acceptance } from '../accounts/model.ts';

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

type AgreementView = Infer<(typeof identity)['account.cla.get']['returns']>;

/**
 * `accepted` refers to this version, `accepted_version` to the newest one that the account accepted.
 */
export const presentAgreement = (
  agreement: AgreementRecord,
  acceptance: Acceptance | null,
): AgreementView => ({
  id: agreement._id,
  version: agreement.version,
  content: agreement.content,
  effective_date: agreement.effective_date.toISOString(),
  accepted: acceptance?.agreement_id === agreement._id,
  accepted_version: acceptance?.version ?? null,
  accepted_at: acceptance?.accepted_at.toISOString() ?? null,
});
