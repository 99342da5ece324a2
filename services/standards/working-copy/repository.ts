/** Queries on working copies and their versions. */
import { LRUCache } from 'lru-cache';
import type { ClientSession, Connection } from 'mongoose';
import { insert } from '../../../shared/kernel/database/mongo.ts';
import type { Draft } from './draft.ts';
import { closedCopyModel, type VersionRecord, versionModel, type WorkingCopyRecord, workingCopyModel } from './model.ts';
import type { Opening } from './new-working-copy.ts';
import { CHAIN, chainStart, openingIn, unpackChain, VERSION_LIMIT } from './versions.ts';

const MAX_MEMORY = 32 * 1024 * 1024;

/** A version in memory. */
interface CachedVersion {
  draft: Draft;
  number: number;
  /** The opening it belongs to: what is remembered may be of a working copy that was closed since. */
  opened: string;
  size: number;
}

export class WorkingCopies {
  readonly #copies: ReturnType<typeof workingCopyModel>;
  readonly #versions: ReturnType<typeof versionModel>;
  readonly #closed: ReturnType<typeof closedCopyModel>;
  readonly #versionLimit: number;
  /** A version never changes, so one that was read stays right as long as its head is asked for. */
  readonly #cache = new LRUCache<string, CachedVersion>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ size }) => size,
  });

  constructor(connection: Connection, versionLimit = VERSION_LIMIT) {
    this.#copies = workingCopyModel(connection);
    this.#versions = versionModel(connection);
    this.#closed = closedCopyModel(connection);
    this.#versionLimit = versionLimit;
  }

  /** The open working copy of a standard. */
  find(standardId: number, session: ClientSession | null = null): Promise<WorkingCopyRecord | null> {
    return this.#copies.findById(standardId).session(session).lean<WorkingCopyRecord>().exec();
  }

  /**
   * The open working copy as it is now.
   * @param onHead is told which version it is, before that is read; what it throws ends the read
   */
  async current(
    standardId: number,
    onHead: (copy: WorkingCopyRecord) => void = () => undefined,
  ): Promise<{ copy: WorkingCopyRecord; draft: Draft } | null> {
    // A head read just before it moved may name a version that is gone by now; the next look finds where it went.
    for (let look = 0; look < 3; look += 1) {
      const copy = await this.find(standardId);
      if (!copy) return null;
      onHead(copy);
      const kept = this.#remembered(copy, copy.version) ?? (await this.#read(copy, copy.version, copy.number));
      if (kept) return { copy, draft: kept.draft };
    }
    return null;
  }

  /** What an open working copy was opened with. @throws Error when its first version is missing */
  async opened(copy: WorkingCopyRecord): Promise<Draft> {
    const kept = this.#remembered(copy, copy.opened_version) ?? (await this.#read(copy, copy.opened_version, 1));
    if (!kept) throw new Error(`the first version of the working copy of standard ${copy._id} is missing`);
    return kept.draft;
  }

  /** A version that an editor says it read; null when it is not one of the open working copy, or no longer kept. */
  async base(copy: WorkingCopyRecord, version: string): Promise<Draft | null> {
    const kept = this.#remembered(copy, version) ?? (await this.#find(copy, version));
    return kept && (kept.number === 1 || kept.number > copy.number - this.#versionLimit) ? kept.draft : null;
  }

  /** Whether a version is of a working copy of this standard that was published or discarded (X7). */
  async isClosed(standardId: number, version: string): Promise<boolean> {
    const opening = openingIn(version);
    return opening !== null && (await this.#closed.exists({ _id: opening, standard_id: standardId })) !== null;
  }

  #remembered({ opened_version }: WorkingCopyRecord, version: string): CachedVersion | null {
    const kept = this.#cache.get(version);
    return kept?.opened === opened_version ? kept : null;
  }

  async #find(copy: WorkingCopyRecord, version: string): Promise<CachedVersion | null> {
    const record = await this.#versions
      .findOne({ _id: version, standard_id: copy._id }, { number: 1 })
      .lean<Pick<VersionRecord, 'number'>>()
      .exec();
    return record && this.#read(copy, version, record.number);
  }

  /** A version by its number, from the whole one that its chain begins with. */
  async #read(
    { _id: standard_id, opened_version }: WorkingCopyRecord,
    version: string,
    number: number,
  ): Promise<CachedVersion | null> {
    const chain = await this.#versions
      .find({ standard_id, number: { $gte: chainStart(number), $lte: number } })
      .sort({ number: 1 })
      .lean<VersionRecord[]>()
      .exec();
    if (chain.at(-1)?._id !== version) return null;
    const draft = unpackChain(chain);
    return draft && this.remember({ _id: version, number }, draft, opened_version);
  }

  /**
   * Keeps a version that was just written, so that the next save need not read it back.
   * @param opened the first version of its opening; left out: this one is
   */
  remember({ _id, number }: Pick<VersionRecord, '_id' | 'number'>, draft: Draft, opened = _id): CachedVersion {
    const kept = { draft, number, opened, size: memoryOf(draft) };
    this.#cache.set(_id, kept);
    return kept;
  }

  /** @throws a duplicate key error when one is open */
  async open(session: ClientSession, { copy, version }: Opening): Promise<void> {
    await insert(this.#copies, copy, session);
    await insert(this.#versions, version, session);
  }

  /** Moves the head from `expected` to a new version; false when it is elsewhere by now. */
  async advance(
    session: ClientSession,
    expected: string,
    next: VersionRecord,
    saved: Pick<WorkingCopyRecord, 'saved_by' | 'saved_at'>,
  ): Promise<boolean> {
    const { standard_id, number, _id } = next;
    const { matchedCount } = await this.#copies.updateOne(
      { _id: standard_id, version: expected },
      { $set: { version: _id, number, ...saved } },
      { session },
    );
    if (matchedCount === 0) return false;
    await insert(this.#versions, next, session);
    if (number > this.#versionLimit && number % CHAIN === 0) {
      // Of a chain that is still needed in part all is kept.
      const forgotten = { standard_id, number: { $gt: 1, $lt: chainStart(number - this.#versionLimit + 1) } };
      await this.#versions.deleteMany(forgotten, { session });
    }
    return true;
  }

  /** Removes a working copy with its versions, and remembers that it was there; false when it moved since it was read. */
  async close(session: ClientSession, { _id, version, opened_version }: WorkingCopyRecord): Promise<boolean> {
    const { deletedCount } = await this.#copies.deleteOne({ _id, version }, { session });
    if (deletedCount === 0) return false;
    await this.#versions.deleteMany({ standard_id: _id }, { session });
    const opening = openingIn(opened_version);
    if (opening !== null) await insert(this.#closed, { _id: opening, standard_id: _id }, session);
    return true;
  }
}

/** About what a draft takes in memory: its texts, and the objects they hang on. */
function memoryOf({ outline, edits }: Draft): number {
  let size = 1_000 + outline.elements.length * 200 + outline.fields.length * 500;
  for (const { content, toc_content } of outline.elements) size += content.length + toc_content.length;
  for (const { element_ids } of edits) size += 100 + element_ids.length * 8;
  return size;
}
