/** Queries on working copies and their versions. */
import { LRUCache } from 'lru-cache';
import type { ClientSession, Connection } from 'mongoose';
import { unpackText } from '../../../shared/kernel/packed.ts';
import type { Draft, Opening } from './draft.ts';
import { type VersionRecord, versionModel, type WorkingCopyRecord, workingCopyModel } from './model.ts';

/** Versions kept for merging while a working copy is open, beside the first one. */
export const KEPT_VERSIONS = 100;

const MAX_MEMORY = 32 * 1024 * 1024;

export class WorkingCopies {
  readonly #copies: ReturnType<typeof workingCopyModel>;
  readonly #versions: ReturnType<typeof versionModel>;
  /** A version never changes, so one that was read stays right as long as its head is asked for. */
  readonly #kept = new LRUCache<string, { draft: Draft; standardId: number; size: number }>({
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
      const draft = await this.#read(standardId, copy.version);
      if (draft) return { copy, draft };
    }
    return null;
  }

  /** What an open working copy was opened with. @throws Error when its first version is missing */
  async opened({ _id, opened_version }: WorkingCopyRecord): Promise<Draft> {
    const draft = await this.#read(_id, opened_version);
    if (!draft) throw new Error(`the first version of the working copy of standard ${_id} is missing`);
    return draft;
  }

  /** A version that an editor says it read; null when it is not one of the open working copy, or no longer kept. */
  async base(standardId: number, version: string): Promise<Draft | null> {
    // What is remembered may be of a working copy that was closed since.
    if ((await this.#versions.exists({ _id: version, standard_id: standardId })) === null) return null;
    return this.#read(standardId, version);
  }

  async #read(standardId: number, version: string): Promise<Draft | null> {
    const kept = this.#kept.get(version);
    if (kept) return kept.standardId === standardId ? kept.draft : null;
    const record = await this.#versions.findOne({ _id: version, standard_id: standardId }).lean<VersionRecord>().exec();
    if (!record) return null;
    const draft: Draft = JSON.parse(unpackText(record.content));
    this.remember(record, draft);
    return draft;
  }

  /** Keeps a version that was just written, so that the next save need not read it back. */
  remember({ _id, standard_id }: Pick<VersionRecord, '_id' | 'standard_id'>, draft: Draft): void {
    this.#kept.set(_id, { draft, standardId: standard_id, size: memoryOf(draft) });
  }

  /** @throws a duplicate key error when one is open */
  async open(session: ClientSession, { copy, version }: Opening): Promise<void> {
    await this.#copies.create([copy], { session });
    await this.#versions.create([version], { session });
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
    await this.#versions.create([next], { session });
    if (number > KEPT_VERSIONS + 1) {
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
