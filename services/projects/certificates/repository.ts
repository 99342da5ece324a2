/** Repositories of certificates and of signing keys; the first key is created at the start, later ones by rotation. */
import type { Connection } from 'mongoose';
import type { BackgroundWork } from '../../../shared/kernel/background/background-work.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
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
 * A publish in progress, or a node whose clock is ahead, may still sign with a retired key: its signatures are valid
 * this long after its retirement.
 */
const RETIREMENT_GRACE_MS = 10 * 60_000;

/** Signing keys. The first one is created at the start, so that readers can fetch it before the first publish. */
export class SigningKeys extends Records<SigningKeyRecord> implements BackgroundWork {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super(signingKeyCollection(connection));
    this.#connection = connection;
  }

  async start(): Promise<void> {
    await this.ensureActiveKey();
  }

  /** The active key; created on first use. */
  async ensureActiveKey(): Promise<SigningKeyRecord> {
    const active = await this.findOne({ active: true });
    if (active) return active;
    try {
      await this.insert(null, createActiveKey());
    } catch (error) {
      // Another node created it concurrently.
      if (!isDuplicateKey(error)) throw error;
    }
    const created = await this.findOne({ active: true });
    if (!created) throw new Error('the signing key could not be stored');
    return created;
  }

  /**
   * Replaces the key that signs. The old one remains listed, so that its signatures still verify, or with
   * `leakedSince` do not.
   * @returns the ids of both keys; `retired` is null where no key existed
   */
  rotate(leakedSince: Date | null): Promise<{ retired: string | null; active: string }> {
    const key = createActiveKey();
    return inTransaction(this.#connection, async (session) => {
      const retirement = {
        active: false,
        not_after: new Date(key.created_at.getTime() + RETIREMENT_GRACE_MS),
        ...(leakedSince ? { compromised_since: leakedSince } : {}),
      };
      const retired = await this.update(session, { active: true }, { $set: retirement });
      await this.insert(session, key);
      return { retired: retired?._id ?? null, active: key._id };
    });
  }

  /** Lists a key that was retired before as leaked. @returns whether there is such a key */
  async markLeaked(keyid: string, since: Date): Promise<boolean> {
    const filter = { _id: keyid, active: false };
    return (await this.update(null, filter, { $set: { compromised_since: since } })) !== null;
  }

  /** Every key that ever signed, oldest first, without its private part. */
  list(): Promise<Omit<SigningKeyRecord, 'private_pem'>[]> {
    return this.model.find().sort({ created_at: 1 }).select('-private_pem').lean<SigningKeyRecord[]>().exec();
  }
}

/** A new key pair that signs from now on. */
function createActiveKey(): SigningKeyRecord {
  const { keyid, ...pair } = generateKeyPair();
  return {
    _id: keyid,
    active: true,
    ...pair,
    created_at: new Date(),
    not_after: null,
    compromised_since: null,
  };
}
