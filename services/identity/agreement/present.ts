/** View of the contributor licence agreement (CLA) in force, with the caller's acceptance. */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Acceptance } from '../accounts/model.ts';
import type { AgreementRecord } from './model.ts';

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
