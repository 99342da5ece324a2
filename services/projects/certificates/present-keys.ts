/** The public keys that verify certificates, as everybody may have them. Pure. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectExportEndpoints } from '../../../shared/contracts/projects/export.ts';
import { toJwk } from './dsse-envelope.ts';
import type { SigningKeyRecord } from './model.ts';

export function presentKeys(
  records: readonly Omit<SigningKeyRecord, 'private_pem'>[],
): ResultOf<(typeof projectExportEndpoints)['certificates.keys']> {
  const keys = records.map(({ _id, public_pem, not_after, compromised_since }) => ({
    keyid: _id,
    pem: public_pem,
    jwk: toJwk(public_pem),
    ...(not_after ? { not_after: not_after.toISOString() } : {}),
    ...(compromised_since ? { compromised_since: compromised_since.toISOString() } : {}),
  }));
  return { keys, total: keys.length };
}
