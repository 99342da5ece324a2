/** Repositories of certificates and of signing keys; the first key is created at the start. */
import type { Connection } from 'mongoose';
import type { BackgroundWork } from '../../../shared/kernel/background/background-work.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import { generateKeyPair } from './dsse-envelope.ts';
import {
  type CertificateRecord,
  certificateCollection,
  type SigningKeyRecord,
  signingKeyCollection,
} from './model.ts';

/** Certificates of published revisions, by revision. */
export class Certificates extends Records<CertificateRecord> {
  constructor(connection: Connection) {
    super(certificateCollection(connection));
  }

  find(revisionId: number): Promise<CertificateRecord | null> {
    return this.findById(revisionId);
  }

  /** The hash of a revision's certificate, for the chain. */
  async findHash(revisionId: number): Promise<string | null> {
    const certificate = await this.model
      .findById(revisionId)
      .select('certificate_sha256')
      .lean<Pick<CertificateRecord, 'certificate_sha256'>>();
    return certificate?.certificate_sha256 ?? null;
  }
}

/**
 * Signing keys. The first one is created at the start, so that readers can pin it before the first publish.
 */
export class SigningKeys extends Records<SigningKeyRecord> implements BackgroundWork {
  constructor(connection: Connection) {
    super(signingKeyCollection(connection));
  }

  async start(): Promise<void> {
    await this.ensureActiveKey();
  }

  stop(): void {}

  /** The key that signs now; created on first need. */
  async ensureActiveKey(): Promise<SigningKeyRecord> {
    const active = await this.findOne({ active: true });
    if (active) return active;
    const { keyid, ...pair } = generateKeyPair();
    const dates = { created_at: new Date(), not_after: null, compromised_since: null };
    try {
      await this.insert(null, { _id: keyid, active: true, ...pair, ...dates });
    } catch (error) {
      // Another node was first.
      if (!isDuplicateKey(error)) throw error;
    }
    const created = await this.findOne({ active: true });
    if (!created) throw new Error('the signing key could not be stored');
    return created;
  }

  /** Every key that ever signed, oldest first, without its private part. */
  list(): Promise<Omit<SigningKeyRecord, 'private_pem'>[]> {
    return this.model.find().sort({ created_at: 1 }).select('-private_pem').lean<SigningKeyRecord[]>().exec();
  }
}
