/** The offline verifier in a browser: its own files (`scripts/verify/verify-export/`), with the cryptography of the browser. */
import { type VerifiedFile, verifyFile } from '../../../scripts/verify/verify-export/files.mjs';
import { Refused } from '../../../scripts/verify/verify-export/refusals.mjs';
import { checkSignature, SignatureUnchecked } from './node-crypto.ts';

/** The browser cannot check it, which says nothing of the file. */
export class NotChecked extends Error {}

const WITHOUT_ED25519 =
  'This browser cannot check Ed25519 signatures: Chromium can from 137 on, Firefox from 129, Safari from 17, each over HTTPS. The command npm run verify-export can, too.';

/**
 * Verifies an export, alone or attached to a PDF, or a proof.
 * @param keys the response of GET /api/certificates/keys
 * @throws Refused with its reason; NotChecked
 */
export async function verifyInBrowser(bytes: Uint8Array, keys: string): Promise<VerifiedFile> {
  for (;;) {
    try {
      return verifyFile(bytes, keys);
    } catch (error) {
      if (error instanceof SignatureUnchecked) await check(error);
      else if (error instanceof TypeError)
        throw new Refused(
          'malformed',
          'A member that the format requires is missing, or is of another type.',
        );
      else throw error;
    }
  }
}

async function check(signature: SignatureUnchecked): Promise<void> {
  if (!globalThis.crypto?.subtle) throw new NotChecked(WITHOUT_ED25519);
  try {
    await checkSignature(signature);
  } catch {
    throw new NotChecked(WITHOUT_ED25519);
  }
}
