/** Certificates of published revisions with what they vouch for, and the keys that sign them. Written once. */
import { type Connection, type Model, Schema } from 'mongoose';

export interface DsseEnvelope {
  payloadType: string;
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

export interface CertificateRecord {
  /** The project revision. */
  _id: number;
  project_id: number;
  /** RFC 8785 text, packed. */
  content: Buffer;
  /** RFC 8785 text; the envelope signs these very bytes. */
  certificate: string;
  certificate_sha256: string;
  signature: DsseEnvelope;
}

export interface SigningKeyRecord {
  /** SHA-256 of the public key in SPKI form. */
  _id: string;
  /** The one key that signs; older ones stay to verify what they signed. */
  active: boolean;
  private_pem: string;
  public_pem: string;
  created_at: Date;
  not_after: Date | null;
  compromised_since: Date | null;
}

const certificateSchema = new Schema<CertificateRecord>(
  {
    _id: Number,
    project_id: Number,
    content: Buffer,
    certificate: String,
    certificate_sha256: String,
    signature: Schema.Types.Mixed,
  },
  { collection: 'certificates', versionKey: false },
);

const keySchema = new Schema<SigningKeyRecord>(
  {
    _id: String,
    active: Boolean,
    private_pem: String,
    public_pem: String,
    created_at: Date,
    not_after: Date,
    compromised_since: Date,
  },
  { collection: 'signing_keys', versionKey: false },
);
// Two nodes that both make the first key agree on one.
keySchema.index({ active: 1 }, { unique: true, partialFilterExpression: { active: true } });

/** The collection of certificates. */
export const certificateModel = (connection: Connection): Model<CertificateRecord> =>
  connection.model<CertificateRecord>('Certificate', certificateSchema);
/** The collection of signing keys. */
export const signingKeyModel = (connection: Connection): Model<SigningKeyRecord> =>
  connection.model<SigningKeyRecord>('SigningKey', keySchema);
