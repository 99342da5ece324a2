/** Queries on working copies and their versions. */
import { LRUCache } from 'lru-cache';
import type { ClientSession, Connection } from 'mongoose';
import { insertRaw } from '../../../shared/kernel/database/mongo.ts';
import { Records } from '../../../shared/kernel/database/records.ts';
import {
  closedWorkingCopyCollection,
  type WorkingCopyRecord,
  type WorkingCopyVersionRecord,
  workingCopyCollection,
  workingCopyVersionCollection,
} from './model.ts';
import type { NewWorkingCopy } from './new-working-copy.ts';
import { CHAIN_LENGTH, chainStart, unpackChain, VERSION_LIMIT, workingCopyPrefix } from './version-storage.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

const MAX_CACHE_BYTES = 32 * 1024 * 1024;

/** The head of a working copy and the state of its current version. */
export interface OpenWorkingCopy {
  copy: WorkingCopyRecord;
  state: WorkingCopyState;
}

/** A version in memory. */
interface CachedVersion {
  state: WorkingCopyState;
  number: number;
  /** Of the working copy it belongs to, which may be closed since. */
  firstVersion: string;
  size: number;
}

export class WorkingCopies extends Records<WorkingCopyRecord> {
  readonly #versions: ReturnType<typeof workingCopyVersionCollection>;
  readonly #closed: ReturnType<typeof closedWorkingCopyCollection>;
  readonly #versionLimit: number;
  /** A version never changes, so one that was read stays right as long as its head is asked for. */
  readonly #cache = new LRUCache<string, CachedVersion>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ size }) => size,
  });

  constructor(connection: Connection, versionLimit = VERSION_LIMIT) {
    super(workingCopyCollection(connection));
    this.#versions = workingCopyVersionCollection(connection);
    this.#closed = closedWorkingCopyCollection(connection);
    this.#versionLimit = versionLimit;
  }

  /** The open working copy of a standard. */
  find(standardId: number, session: ClientSession | null = null): Promise<WorkingCopyRecord | null> {
    return this.findById(standardId, session);
  }

  /**
   * The open working copy as it is now.
   * @param onHead is told which version it is, before that is read; what it throws ends the read
   */
  async findCurrent(
    standardId: number,
    onHead: (copy: WorkingCopyRecord) => void = () => undefined,
  ): Promise<OpenWorkingCopy | null> {
    // A head read just before it moved may name a version that is gone by now; the next look finds where it went.
    for (let look = 0; look < 3; look += 1) {
      const copy = await this.find(standardId);
      if (!copy) return null;
      onHead(copy);
      const kept = this.#findCached(copy, copy.version) ?? (await this.#readChain(copy, copy.version, copy.number));
      if (kept) return { copy, state: kept.state };
    }
    return null;
  }

  /** What an open working copy was opened with. @throws Error when its first version is missing */
  async loadInitialState(copy: WorkingCopyRecord): Promise<WorkingCopyState> {
    const kept = this.#findCached(copy, copy.opened_version) ?? (await this.#readChain(copy, copy.opened_version, 1));
    if (!kept) throw new Error(`the first version of the working copy of standard ${copy._id} is missing`);
    return kept.state;
  }

  /** A version that an editor says it read; null when it is not one of the open working copy, or no longer kept. */
  async findVersionState(copy: WorkingCopyRecord, version: string): Promise<WorkingCopyState | null> {
    const kept = this.#findCached(copy, version) ?? (await this.#findVersion(copy, version));
    return kept && (kept.number === 1 || kept.number > copy.number - this.#versionLimit) ? kept.state : null;
  }

  /** Whether a version is of a working copy of this standard that was published or discarded (X7). */
  async isClosed(standardId: number, version: string): Promise<boolean> {
    const opening = workingCopyPrefix(version);
    return opening !== null && (await this.#closed.exists({ _id: opening, standard_id: standardId })) !== null;
  }

  #findCached({ opened_version }: WorkingCopyRecord, version: string): CachedVersion | null {
    const kept = this.#cache.get(version);
    return kept?.firstVersion === opened_version ? kept : null;
  }

  async #findVersion(copy: WorkingCopyRecord, version: string): Promise<CachedVersion | null> {
    const record = await this.#versions
      .findOne({ _id: version, standard_id: copy._id }, { number: 1 })
      .lean<Pick<WorkingCopyVersionRecord, 'number'>>()
      .exec();
    return record && this.#readChain(copy, version, record.number);
  }

  /** A version by its number, from the whole one that its chain begins with. */
  async #readChain(
    { _id: standard_id, opened_version }: WorkingCopyRecord,
    version: string,
    number: number,
  ): Promise<CachedVersion | null> {
    const chain = await this.#versions
      .find({ standard_id, number: { $gte: chainStart(number), $lte: number } })
      .sort({ number: 1 })
      .lean<WorkingCopyVersionRecord[]>()
      .exec();
    if (chain.at(-1)?._id !== version) return null;
    const state = unpackChain(chain);
    return state && this.cacheVersion({ _id: version, number }, state, opened_version);
  }

  /**
   * Keeps a version that was just written, so that the next save need not read it back.
   * @param firstVersion of the working copy; left out: this one is
   */
  cacheVersion(
    { _id, number }: Pick<WorkingCopyVersionRecord, '_id' | 'number'>,
    state: WorkingCopyState,
    firstVersion = _id,
  ): CachedVersion {
    const kept = { state, number, firstVersion, size: estimateMemory(state) };
    this.#cache.set(_id, kept);
    return kept;
  }

  /** @throws a duplicate key error when one is open */
  async open(session: ClientSession, { copy, version }: NewWorkingCopy): Promise<void> {
    await this.insert(session, copy);
    await insertRaw(this.#versions, version, session);
  }

  /** Moves the head from `expected` to a new version; false when it is elsewhere by now. */
  async advance(
    session: ClientSession,
    expected: string,
    next: WorkingCopyVersionRecord,
    saved: Pick<WorkingCopyRecord, 'saved_by' | 'saved_at'>,
  ): Promise<boolean> {
    const { standard_id, number, _id } = next;
    const { matchedCount } = await this.model.updateOne(
      { _id: standard_id, version: expected },
      { $set: { version: _id, number, ...saved } },
      { session },
    );
    if (matchedCount === 0) return false;
    await insertRaw(this.#versions, next, session);
    if (number > this.#versionLimit && number % CHAIN_LENGTH === 0) {
      // Of a chain that is still needed in part all is kept.
      const forgotten = { standard_id, number: { $gt: 1, $lt: chainStart(number - this.#versionLimit + 1) } };
      await this.#versions.deleteMany(forgotten, { session });
    }
    return true;
  }

  /** Removes a working copy with its versions, and remembers that it was there; false when it moved since it was read. */
  async close(session: ClientSession, { _id, version, opened_version }: WorkingCopyRecord): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id, version }, { session });
    if (deletedCount === 0) return false;
    await this.#versions.deleteMany({ standard_id: _id }, { session });
    const opening = workingCopyPrefix(opened_version);
    if (opening !== null) await insertRaw(this.#closed, { _id: opening, standard_id: _id }, session);
    return true;
  }
}

/** About what a state takes in memory: its texts, and the objects they hang on. */
function estimateMemory({ outline, edits }: WorkingCopyState): number {
  let size = 1_000 + outline.elements.length * 200 + outline.fields.length * 500;
  for (const { content, toc_content } of outline.elements) size += content.length + toc_content.length;
  for (const { element_ids } of edits) size += 100 + element_ids.length * 8;
  return size;
}
