/** Records of certificates of published revisions with their content, and of the keys that sign them. */
import { defineCollection } from '../../../shared/kernel/database/records.ts';

export interface DsseEnvelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

export interface CertificateRecord {
  /** The project revision. */
  _id: number;
  project_id: number;
  /** RFC 8785 text, compressed. */
  content: Buffer;
  /** RFC 8785 text; the envelope signs these very bytes. */
  certificate: string;
  certificate_sha256: string;
  /** Hash of the certificate before it; null for the first of a project. */
  previous_sha256: string | null;
  signature: DsseEnvelope;
}

export interface SigningKeyRecord {
  /** SHA-256 of the public key in SPKI form. */
  _id: string;
  /** Signs new certificates; older keys remain to verify theirs. */
  active: boolean;
  private_pem: string;
  public_pem: string;
  created_at: Date;
  not_after: Date | null;
  compromised_since: Date | null;
}

/** The collection of certificates. At most one follows another, and at most one of a project follows none. */
export const certificateCollection = defineCollection<CertificateRecord>('certificates', [
  [{ project_id: 1, previous_sha256: 1 }, { unique: true }],
]);

/** The collection of signing keys. Two nodes that both create the first key agree on one. */
export const signingKeyCollection = defineCollection<SigningKeyRecord>('signing_keys', [
  [{ active: 1 }, { unique: true, partialFilterExpression: { active: true } }],
  [{ created_at: 1 }],
]);
