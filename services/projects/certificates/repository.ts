/** Keeping certificates and signing keys. */
import type { ClientSession, Connection } from 'mongoose';
import type { BackgroundWork } from '../../../shared/kernel/background/background-work.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { generateKeyPair } from './dsse-envelope.ts';
import { type CertificateRecord, certificateModel, type SigningKeyRecord, signingKeyModel } from './model.ts';

export class Certificates implements BackgroundWork {
  readonly #certificates: ReturnType<typeof certificateModel>;
  readonly #keys: ReturnType<typeof signingKeyModel>;

  constructor(connection: Connection) {
    this.#certificates = certificateModel(connection);
    this.#keys = signingKeyModel(connection);
  }

  /** A key stands ready before the first publish, so that readers can pin it from the first day. */
  async start(): Promise<void> {
    await this.ensureSigningKey();
  }

  stop(): void {}

  async add(record: CertificateRecord, session: ClientSession): Promise<void> {
    await this.#certificates.create([record], { session });
  }

  find(revisionId: number): Promise<CertificateRecord | null> {
    return this.#certificates.findById(revisionId).lean<CertificateRecord>();
  }

  /** The hash of a revision's certificate, for the chain. */
  async findHash(revisionId: number): Promise<string | null> {
    const found = await this.#certificates
      .findById(revisionId)
      .select('certificate_sha256')
      .lean<Pick<CertificateRecord, 'certificate_sha256'>>();
    return found?.certificate_sha256 ?? null;
  }

  /** The key that signs now; made on first need. */
  async ensureSigningKey(): Promise<SigningKeyRecord> {
    const active = await this.#findActiveKey();
    if (active) return active;
    const { keyid, ...pair } = generateKeyPair();
    try {
      await this.#keys.create({
        _id: keyid,
        active: true,
        ...pair,
        created_at: new Date(),
        not_after: null,
        compromised_since: null,
      });
    } catch (error) {
      // Another node was first.
      if (!isDuplicateKey(error)) throw error;
    }
    const made = await this.#findActiveKey();
    if (!made) throw new Error('a signing key could not be kept');
    return made;
  }

  /** Every key that ever signed, oldest first. */
  listSigningKeys(): Promise<SigningKeyRecord[]> {
    return this.#keys.find().sort({ created_at: 1 }).select('-private_pem').lean<SigningKeyRecord[]>();
  }

  #findActiveKey(): Promise<SigningKeyRecord | null> {
    return this.#keys.findOne({ active: true }).lean<SigningKeyRecord>();
  }
}
