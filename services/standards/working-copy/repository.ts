/**
 * Repository of working copies and their versions: opens, reads, advances and closes them. Most versions are
 * stored as differences, rebuilt on a read and cached.
 */
import type { ClientSession, Connection } from 'mongoose';
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import { insertRecords, Records } from '../../../shared/kernel/database/records.ts';
import { inScopes, type Scope } from '../scope-access.ts';
import {
  closedWorkingCopyCollection,
  type WorkingCopyRecord,
  type WorkingCopyVersionRecord,
  workingCopyCollection,
  workingCopyVersionCollection,
} from './model.ts';
import type { NewWorkingCopy } from './new-working-copy.ts';
import {
  CHAIN_LENGTH,
  chainStart,
  unpackChain,
  VERSION_LIMIT,
  workingCopyPrefix,
} from './version-storage.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

/** The head of a working copy and the state of its current version. */
export interface OpenWorkingCopy {
  copy: WorkingCopyRecord;
  state: WorkingCopyState;
}

interface CurrentOptions {
  /** Where it was read in this request; null when none was open. */
  head?: WorkingCopyRecord | null | undefined;
  /** Called with the head before the state is read; may throw to stop. */
  onHead?: (copy: WorkingCopyRecord) => void | Promise<void>;
}

/** A version in memory. */
interface CachedVersion {
  state: WorkingCopyState;
  number: number;
  /** The initial version of its working copy, which may be closed by now. */
  firstVersion: string;
  size: number;
}

export class WorkingCopies extends Records<WorkingCopyRecord> {
  readonly #versions: ReturnType<typeof workingCopyVersionCollection>;
  readonly #closed: ReturnType<typeof closedWorkingCopyCollection>;
  readonly #versionLimit: number;
  /** Versions never change, so cached ones are valid; which one is current is read each time. */
  readonly #cache = new ProcessCache<string, CachedVersion>(({ size }) => size);

  constructor(connection: Connection, versionLimit = VERSION_LIMIT) {
    super(workingCopyCollection(connection));
    this.#versions = workingCopyVersionCollection(connection);
    this.#closed = closedWorkingCopyCollection(connection);
    this.#versionLimit = versionLimit;
  }

  /** The open working copy with its current state. */
  async findCurrent(
    standardId: number,
    { head, onHead }: CurrentOptions = {},
  ): Promise<OpenWorkingCopy | null> {
    // A concurrent close can delete the version of a head just read; the next attempt sees its successor.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const copy = attempt === 0 && head !== undefined ? head : await this.findById(standardId);
      if (!copy) return null;
      await onHead?.(copy);
      const cached =
        this.#findCached(copy, copy.version) ?? (await this.#readChain(copy, copy.version, copy.number));
      if (cached) return { copy, state: cached.state };
    }
    return null;
  }

  /** The state with which a working copy was opened. @throws Error when its first version is missing */
  async loadInitialState(copy: WorkingCopyRecord): Promise<WorkingCopyState> {
    const cached =
      this.#findCached(copy, copy.opened_version) ?? (await this.#readChain(copy, copy.opened_version, 1));
    if (!cached) throw new Error(`the first version of the working copy of standard ${copy._id} is missing`);
    return cached.state;
  }

  /**
   * The state of an earlier version; null when it belongs to another working copy, or is no longer stored.
   */
  async findVersionState(copy: WorkingCopyRecord, version: string): Promise<WorkingCopyState | null> {
    const cached = this.#findCached(copy, version) ?? (await this.#findVersion(copy, version));
    return cached && (cached.number === 1 || cached.number > copy.number - this.#versionLimit)
      ? cached.state
      : null;
  }

  /** Whether a version belongs to a closed working copy of this standard. */
  async isClosed(standardId: number, version: string): Promise<boolean> {
    const prefix = workingCopyPrefix(version);
    return prefix !== null && (await this.#closed.exists({ _id: prefix, standard_id: standardId })) !== null;
  }

  #findCached({ opened_version }: WorkingCopyRecord, version: string): CachedVersion | null {
    const cached = this.#cache.get(version);
    return cached?.firstVersion === opened_version ? cached : null;
  }

  async #findVersion(copy: WorkingCopyRecord, version: string): Promise<CachedVersion | null> {
    const record = await this.#versions
      .findOne({ _id: version, standard_id: copy._id }, { number: 1 })
      .lean<Pick<WorkingCopyVersionRecord, 'number'>>()
      .exec();
    return record && this.#readChain(copy, version, record.number);
  }

  /** A version, rebuilt from the whole version at the start of its chain. */
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
   * Caches a version, so that the save after the one that wrote it need not read it.
   * @param firstVersion of the working copy; default: this one
   */
  cacheVersion(
    { _id, number }: Pick<WorkingCopyVersionRecord, '_id' | 'number'>,
    state: WorkingCopyState,
    firstVersion = _id,
  ): CachedVersion {
    const cached = { state, number, firstVersion, size: estimateMemory(state) };
    this.#cache.set(_id, cached);
    return cached;
  }

  /** @throws a duplicate key error when one is open */
  async open(session: ClientSession, { copy, version }: NewWorkingCopy): Promise<void> {
    await this.insert(session, copy);
    await insertRecords(this.#versions, session, version);
  }

  /** Points the head to a new version; false when `expected` is no longer the current version. */
  async advance(
    session: ClientSession,
    expected: string,
    next: WorkingCopyVersionRecord,
    saved: Pick<WorkingCopyRecord, 'saved_by' | 'saved_at'>,
  ): Promise<boolean> {
    const { standard_id, number, _id } = next;
    const { matchedCount } = await this.collection.updateOne(
      { _id: standard_id, version: expected },
      { $set: { version: _id, number, ...saved }, $inc: { bytes: next.content.length } },
      { session },
    );
    if (matchedCount === 0) return false;
    await insertRecords(this.#versions, session, next);
    if (number > this.#versionLimit && number % CHAIN_LENGTH === 0) {
      // A chain is stored as a whole as long as a part of it is needed.
      const expired = { standard_id, number: { $gt: 1, $lt: chainStart(number - this.#versionLimit + 1) } };
      const bytes = await this.#sumVersions(expired, session);
      await this.#versions.deleteMany(expired, { session });
      await this.model.updateOne({ _id: standard_id }, { $inc: { bytes: -bytes } }, { session });
    }
    return true;
  }

  async #sumVersions(filter: Record<string, unknown>, session: ClientSession): Promise<number> {
    const [row] = await this.#versions
      .aggregate<{ bytes: number }>([
        { $match: filter },
        { $group: { _id: null, bytes: { $sum: { $binarySize: '$content' } } } },
      ])
      .session(session);
    return row?.bytes ?? 0;
  }

  /** The stored bytes of the open working copies in some scopes. */
  sumBytes(scopes: readonly Scope[]): Promise<number> {
    return this.sum(inScopes(scopes), 'bytes');
  }

  /**
   * Deletes a working copy with its versions and records it as closed; false when it changed since it was
   * read.
   */
  async close(session: ClientSession, { _id, version, opened_version }: WorkingCopyRecord): Promise<boolean> {
    const { deletedCount } = await this.collection.deleteOne({ _id, version }, { session });
    if (deletedCount === 0) return false;
    await this.#versions.collection.deleteMany({ standard_id: _id }, { session });
    const prefix = workingCopyPrefix(opened_version);
    if (prefix !== null) await insertRecords(this.#closed, session, { _id: prefix, standard_id: _id });
    return true;
  }
}

/** Approximate bytes of a state in memory: its texts and their objects. */
function estimateMemory({ outline, edits }: WorkingCopyState): number {
  let size = 1_000 + outline.elements.length * 200 + outline.fields.length * 500;
  for (const { content, toc_content } of outline.elements) size += content.length + toc_content.length;
  for (const { element_ids } of edits) size += 100 + element_ids.length * 8;
  return size;
}
