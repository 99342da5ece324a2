/**
 * Records and repository of the images of standards: one record for each image that a standard has, and the bytes once
 * by their hash. They are in the database, as the contents of revisions are, so that one transaction copies and deletes
 * both with their standard.
 */
import type { ClientSession, Connection } from 'mongoose';
import { packedBytes } from '../../../shared/kernel/database/compressed-text.ts';
import { defineCollection, insertRecords, Records } from '../../../shared/kernel/database/records.ts';
import {
  defineTransactionLock,
  type TransactionLock,
} from '../../../shared/kernel/database/transaction-lock.ts';
import { inScopes, type Scope } from '../scope-access.ts';

export interface StandardImageRecord extends Scope {
  /** The id of the standard and the name. */
  _id: string;
  standard_id: number;
  name: string;
  sha256: string;
  media_type: string;
  bytes: number;
  /** The account that uploaded it here; null for a copy. */
  uploaded_by: number | null;
  created_at: Date;
}

interface ImageContentRecord {
  /** SHA-256 of the bytes. */
  _id: string;
  content: Buffer;
  used_at?: Date;
}

const imageCollection = defineCollection<StandardImageRecord>('images', [
  [{ standard_id: 1, name: 1 }],
  [{ sha256: 1 }],
  [{ subject_type: 1, subject_id: 1 }],
]);
const imageContentCollection = defineCollection<ImageContentRecord>('image_contents');

const idOf = (standardId: number, name: string): string => `${standardId}/${name}`;

/** A standard as the owner of images. */
type Owner = Scope & { readonly _id: number };

export class StandardImages extends Records<StandardImageRecord> {
  readonly #contents: ReturnType<typeof imageContentCollection>;
  readonly #lock: TransactionLock;

  constructor(connection: Connection) {
    super(imageCollection(connection));
    this.#contents = imageContentCollection(connection);
    this.#lock = defineTransactionLock(connection, 'image_locks');
  }

  find(standardId: number, name: string): Promise<StandardImageRecord | null> {
    return this.findById(idOf(standardId, name));
  }

  /** All images that a standard has, by name. */
  listOf(standardId: number): Promise<StandardImageRecord[]> {
    return this.findAll({ standard_id: standardId }, { sort: { name: 1 } });
  }

  /** The images of these names that a standard has. */
  findAllOf(standardId: number, names: Iterable<string>): Promise<StandardImageRecord[]> {
    return this.findMany([...names].map((name) => idOf(standardId, name)));
  }

  /** The names among these of which the standard has an image. */
  async findNames(standardId: number, names: Iterable<string>): Promise<Set<string>> {
    return new Set((await this.findAllOf(standardId, names)).map(({ name }) => name));
  }

  /** The bytes of the images in some scopes. */
  sumIn(scopes: readonly Scope[]): Promise<number> {
    return this.sum(inScopes(scopes), 'bytes');
  }

  /** The bytes by which a standard grows that gets the images of these names from another. */
  async bytesOfCopies(fromId: number, toId: number, names: Iterable<string>): Promise<number> {
    const wanted = [...names];
    if (wanted.length === 0) return 0;
    const had = await this.findNames(toId, wanted);
    const copied = await this.findAllOf(
      fromId,
      wanted.filter((name) => !had.has(name)),
    );
    return copied.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * Additions to one standard are made one after another, so that each counts those before it.
   * @returns the bytes that the images of the standard have with it
   * @throws a duplicate key error where the standard has it
   */
  async add(
    session: ClientSession,
    owner: Owner,
    image: Omit<StandardImageRecord, '_id' | 'standard_id' | keyof Scope>,
    content: Buffer,
  ): Promise<number> {
    await this.#lock(session, owner._id);
    await insertRecords(this.model, session, ownedBy(owner, image));
    await this.#use(session, image.sha256, content);
    return this.sum({ standard_id: owner._id }, 'bytes', session);
  }

  /** @throws Error when the bytes are missing */
  async read({ sha256 }: StandardImageRecord): Promise<Buffer> {
    const record = await this.#contents.findById(sha256).lean<ImageContentRecord>().exec();
    if (!record) throw new Error(`the bytes of image ${sha256} are missing`);
    return Buffer.from(packedBytes(record.content));
  }

  /** Gives a standard the images of these names that another has, without copying their bytes. */
  async copy(session: ClientSession, fromId: number, to: Owner, names: Iterable<string>): Promise<void> {
    const wanted = [...names];
    if (wanted.length === 0) return;
    const had = await this.findMany(
      wanted.map((name) => idOf(to._id, name)),
      session,
    );
    const known = new Set(had.map(({ name }) => name));
    const source = await this.findMany(
      wanted.filter((name) => !known.has(name)).map((name) => idOf(fromId, name)),
      session,
    );
    if (source.length === 0) return;
    const copies = source.map((image) =>
      ownedBy(to, { ...image, uploaded_by: null, created_at: new Date() }),
    );
    await insertRecords(this.model, session, ...copies);
    for (const { sha256 } of source) await this.#use(session, sha256);
  }

  /** Removes the images of a standard, and the bytes that no other has. */
  async removeOf(session: ClientSession, standardId: number): Promise<void> {
    const hashes = await this.model.distinct('sha256', { standard_id: standardId }).session(session);
    if (hashes.length === 0) return;
    await this.model.deleteMany({ standard_id: standardId }, { session });
    const used = new Set(await this.model.distinct('sha256', { sha256: { $in: hashes } }).session(session));
    const unused = hashes.filter((hash) => !used.has(hash));
    await this.#contents.deleteMany({ _id: { $in: unused } }, { session });
  }

  /** Written even where the bytes exist: a concurrent deletion of their last image then starts over. */
  async #use(session: ClientSession, sha256: string, content?: Buffer): Promise<void> {
    const update = {
      ...(content === undefined ? {} : { $setOnInsert: { content } }),
      $currentDate: { used_at: true } as const,
    };
    await this.#contents.updateOne({ _id: sha256 }, update, { session, upsert: content !== undefined });
  }
}

const ownedBy = (
  { _id: standard_id, subject_type, subject_id }: Owner,
  image: Omit<StandardImageRecord, '_id' | 'standard_id' | keyof Scope>,
): StandardImageRecord => ({
  ...image,
  _id: idOf(standard_id, image.name),
  standard_id,
  subject_type,
  subject_id,
});
