/** Queries on working copies and their versions. */
import { LRUCache } from 'lru-cache';
import type { ClientSession, Connection } from 'mongoose';
import { insert } from '../../../shared/kernel/database/mongo.ts';
import { unpackText } from '../../../shared/kernel/database/packed.ts';
import type { Draft, Opening } from './draft.ts';
import { type VersionRecord, versionModel, type WorkingCopyRecord, workingCopyModel } from './model.ts';

/** Versions that can be merged with while a working copy is open, beside the first one. */
export const KEPT_VERSIONS = 100;
/** Older ones are removed so many at a time. */
const REMOVED_AT_ONCE = 10;

const MAX_MEMORY = 32 * 1024 * 1024;

/** A version in memory. */
interface Kept {
  draft: Draft;
  number: number;
  /** The opening it belongs to: what is remembered may be of a working copy that was closed since. */
  opened: string;
  size: number;
}

export class WorkingCopies {
  readonly #copies: ReturnType<typeof workingCopyModel>;
  readonly #versions: ReturnType<typeof versionModel>;
  /** A version never changes, so one that was read stays right as long as its head is asked for. */
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ size }) => size,
  });

  constructor(connection: Connection) {
    this.#copies = workingCopyModel(connection);
    this.#versions = versionModel(connection);
  }

  /** The open working copy of a standard. */
  find(standardId: number, session: ClientSession | null = null): Promise<WorkingCopyRecord | null> {
    return this.#copies.findById(standardId).session(session).lean<WorkingCopyRecord>().exec();
  }

  /** The open working copy as it is now. */
  async current(standardId: number): Promise<{ copy: WorkingCopyRecord; draft: Draft } | null> {
    // A head read just before it moved may name a version that is gone by now; the next look finds where it went.
    for (let look = 0; look < 3; look += 1) {
      const copy = await this.find(standardId);
      if (!copy) return null;
      const kept = await this.#read(copy, copy.version);
      if (kept) return { copy, draft: kept.draft };
    }
    return null;
  }

  /** What an open working copy was opened with. @throws Error when its first version is missing */
  async opened(copy: WorkingCopyRecord): Promise<Draft> {
    const kept = await this.#read(copy, copy.opened_version);
    if (!kept) throw new Error(`the first version of the working copy of standard ${copy._id} is missing`);
    return kept.draft;
  }

  /** A version that an editor says it read; null when it is not one of the open working copy, or no longer kept. */
  async base(copy: WorkingCopyRecord, version: string): Promise<Draft | null> {
    const kept = await this.#read(copy, version);
    return kept && (kept.number === 1 || kept.number > copy.number - KEPT_VERSIONS) ? kept.draft : null;
  }

  async #read({ _id: standard_id, opened_version }: WorkingCopyRecord, version: string): Promise<Kept | null> {
    const kept = this.#kept.get(version);
    if (kept?.opened === opened_version) return kept;
    const record = await this.#versions.findOne({ _id: version, standard_id }).lean<VersionRecord>().exec();
    return record && this.remember(record, JSON.parse(unpackText(record.content)), opened_version);
  }

  /**
   * Keeps a version that was just written, so that the next save need not read it back.
   * @param opened the first version of its opening; left out: this one is
   */
  remember({ _id, number }: Pick<VersionRecord, '_id' | 'number'>, draft: Draft, opened = _id): Kept {
    const kept = { draft, number, opened, size: memoryOf(draft) };
    this.#kept.set(_id, kept);
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
    if (number > KEPT_VERSIONS + 1 && number % REMOVED_AT_ONCE === 0) {
      const forgotten = { standard_id, number: { $gt: 1, $lte: number - KEPT_VERSIONS } };
      await this.#versions.deleteMany(forgotten, { session });
    }
    return true;
  }

  /** Removes a working copy with its versions; false when it is not at `expected` any more. */
  async close(session: ClientSession, standardId: number, expected: string): Promise<boolean> {
    const { deletedCount } = await this.#copies.deleteOne({ _id: standardId, version: expected }, { session });
    if (deletedCount === 0) return false;
    await this.#versions.deleteMany({ standard_id: standardId }, { session });
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
