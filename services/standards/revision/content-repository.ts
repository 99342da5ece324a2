/**
 * Repository of the contents of revisions: stored compressed under the hash of their text, and cached with
 * the views of their clauses and fields, before any text is withheld.
 */
import type { ClientSession, Connection } from 'mongoose';
import { sha256 } from '../../../shared/hash.ts';
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import {
  compressText,
  decompressText,
  packedBytes,
} from '../../../shared/kernel/database/compressed-text.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { type RevisionContentRecord, revisionContentCollection } from './model.ts';
import { SealedContent } from './sealed-content.ts';

/** A serialised outline. */
export interface PackedContent {
  id: string;
  bytes: Buffer;
}

/** A parsed and presented outline takes about three times the memory of its text. */
const CACHE_BYTES_PER_CHARACTER = 3;

/** The stored form of an outline. */
export function packContent({ elements, fields }: Outline): PackedContent {
  const text = JSON.stringify({ elements, fields });
  return { id: sha256(text), bytes: compressText(text) };
}

export class RevisionContents extends Records<RevisionContentRecord> {
  readonly #cache = new ProcessCache<string, { content: SealedContent; size: number }>(({ size }) => size);
  /** Contents as they were stored here, until the search index has read them. */
  readonly #added = new ProcessCache<string, Buffer>(({ length }) => length);

  constructor(connection: Connection) {
    super(revisionContentCollection(connection));
  }

  /** Stores an outline, once for equal contents. */
  async add(session: ClientSession, { id, bytes }: PackedContent): Promise<void> {
    // Written even where it exists: a concurrent deletion of its last revision then starts over.
    const update = { $setOnInsert: { content: bytes }, $currentDate: { used_at: true as const } };
    await this.collection.updateOne({ _id: id }, update, { session, upsert: true });
    this.#added.set(id, bytes);
  }

  /**
   * The content as stored, for the search index, which withholds held clauses itself; forgets one just added.
   * @throws Error when it is missing
   */
  async takePacked(id: string): Promise<Uint8Array> {
    const added = this.#added.get(id);
    this.#added.delete(id);
    if (added) return added;
    const record = await this.findById(id);
    if (!record) throw new Error(`content ${id} is missing`);
    return packedBytes(record.content);
  }

  /**
   * A content by its id. Cached objects are shared: do not modify.
   * @throws Error when it is missing or does not match its hash
   */
  async get(id: string): Promise<SealedContent> {
    const content = await this.findOrNull(id);
    if (!content) throw new Error(`content ${id} is missing`);
    return content;
  }

  /** The same; null when it is missing. @throws Error when it does not match its hash */
  async findOrNull(id: string, session: ClientSession | null = null): Promise<SealedContent | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached.content;
    const record = await this.findById(id, session);
    return record && this.keep(record);
  }

  /** Caches a content that was read with its revision. @throws Error when it does not match its hash */
  keep(record: RevisionContentRecord): SealedContent {
    const id = record._id;
    const text = decompressText(record.content);
    if (sha256(text) !== id) throw new Error(`content ${id} does not match its hash`);
    const content = new SealedContent(JSON.parse(text));
    this.#cache.set(id, { content, size: text.length * CACHE_BYTES_PER_CHARACTER });
    return content;
  }
}
