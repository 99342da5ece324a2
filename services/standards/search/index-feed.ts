/**
 * Fills the search index of standards from the database: the current revision of each active standard under its
 * scope, without withheld text, and again when a hold begins to withhold text; other revisions for as long as one
 * search needs them (`retain`).
 */
import { isDeepStrictEqual } from 'node:util';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import type { IndexedDocument } from '../../../shared/search/engine/current-revisions.ts';
import type { SearchThread } from '../../../shared/search/search-thread.ts';
import { SearchUnavailable } from '../../../shared/search/search-unavailable.ts';
import { type FindHeldClauses, nextWithholding, withheldIds } from '../holds/held-clauses.ts';
import type { RevisionContents } from '../revision/content-repository.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import { scopeKey } from '../scope-access.ts';
import type { IndexedStandard, IndexSource, PublishedStandard } from './index-source.ts';

export interface FeedParts {
  standards: IndexSource;
  revisions: StandardRevisions;
  contents: RevisionContents;
  findHeldClauses: FindHeldClauses;
  now: () => Date;
  log: Node['log'];
}

/** A revision to search, with the name of its standard. */
export interface RevisionToIndex {
  standardId: number;
  revisionId: number;
  name: string;
}

/** The current revision of a standard, in the scope where it is found. */
interface CurrentRevision {
  scope: string;
  document: IndexedDocument;
  /** When the next hold on it begins to withhold; null: no hold does so by the clock. */
  withholdsAt: Date | null;
}

const INDEXED_AT_ONCE = 4;
const READ_AT_ONCE = 100;

const isSameRevision = (one: CurrentRevision, other: CurrentRevision): boolean =>
  one.document.revisionId === other.document.revisionId;

/** The index as one node has built it. */
export class IndexFeed {
  readonly thread: SearchThread;
  readonly #parts: FeedParts;
  readonly #current = new Map<number, CurrentRevision>();
  /** The earliest of their `withholdsAt`. */
  #nextWithholding = Number.POSITIVE_INFINITY;

  constructor(thread: SearchThread, parts: FeedParts) {
    this.thread = thread;
    this.#parts = parts;
  }

  /** Number of standards with a current revision in the index. */
  get size(): number {
    return this.#current.size;
  }

  /**
   * Updates the index from the database. A standard that cannot be indexed is logged, and stays as it was in the index.
   * @throws Error when the thread has ended
   */
  async syncAll(): Promise<void> {
    const unseen = new Set(this.#current.keys());
    let batch: PublishedStandard[] = [];
    for await (const standard of this.#parts.standards.listPublished()) {
      unseen.delete(standard._id);
      batch.push(standard);
      if (batch.length < READ_AT_ONCE) continue;
      await this.#updateMany(batch);
      batch = [];
    }
    await this.#updateMany(batch);
    for (const id of unseen) await this.#update(id, null);
  }

  /** Reads together what all of them need: most are in the index already when a node starts with OpenSearch. */
  async #updateMany(standards: readonly PublishedStandard[]): Promise<void> {
    if (standards.length === 0) return;
    const found = await this.#readCurrent(standards);
    const revisions = new Map(found.map((revision) => [revision._id, revision]));
    await this.#retaining(
      found.map((revision) => this.#keyOf(revision).key),
      async () => {
        for (let from = 0; from < standards.length; from += INDEXED_AT_ONCE)
          await Promise.all(
            standards
              .slice(from, from + INDEXED_AT_ONCE)
              .map((standard) => this.#tryUpdate(standard, revisions.get(standard.current_revision.id))),
          );
      },
    );
  }

  /** The current revisions, read together; none where that fails: each is read on its own then. */
  async #readCurrent(standards: readonly PublishedStandard[]): Promise<StandardRevisionRecord[]> {
    const current = new Map(standards.map((standard) => [standard.current_revision.id, standard]));
    try {
      return await this.#parts.revisions.findManyWithHolds(current);
    } catch (error) {
      this.#parts.log.warn(`search: ${current.size} revisions could not be read together`, error);
      return [];
    }
  }

  /** Updates some standards from the database. @throws Error when one could not be indexed */
  async refresh(standardIds: ReadonlySet<number>): Promise<void> {
    const ids = [...standardIds];
    for (let from = 0; from < ids.length; from += INDEXED_AT_ONCE) {
      const batch = ids.slice(from, from + INDEXED_AT_ONCE);
      const found = await this.#parts.standards.findHeads(batch);
      const heads = new Map(found.map((standard) => [standard._id, standard]));
      const updated = await Promise.allSettled(batch.map((id) => this.#update(id, heads.get(id) ?? null)));
      for (const result of updated) if (result.status === 'rejected') throw result.reason;
    }
  }

  /** Updates the standards of which a hold has begun to withhold text since they were indexed. */
  async refreshWithheld(): Promise<void> {
    const now = this.#parts.now();
    if (now.getTime() < this.#nextWithholding) return;
    const due = [...this.#current].flatMap(([id, { withholdsAt }]) =>
      withholdsAt !== null && withholdsAt <= now ? [id] : [],
    );
    await this.refresh(new Set(due));
    const times = [...this.#current.values()].map(
      ({ withholdsAt }) => withholdsAt?.getTime() ?? Number.POSITIVE_INFINITY,
    );
    this.#nextWithholding = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  }

  /** The revisions with the keys of their contents in the index; missing ones are omitted. */
  async toDocuments(wanted: readonly RevisionToIndex[]): Promise<IndexedDocument[]> {
    const heads = await this.#parts.standards.findHeads(wanted.map(({ standardId }) => standardId));
    const headOf = new Map(heads.map((head) => [head._id, head]));
    const named = wanted.flatMap(({ revisionId, standardId }) => {
      const head = headOf.get(standardId);
      return head ? [[revisionId, head] as const] : [];
    });
    const found = await this.#parts.revisions.findManyWithHolds(new Map(named));
    const keys = new Map(found.map((revision) => [revision._id, this.#keyOf(revision).key]));
    return wanted.flatMap((revision) => {
      const key = keys.get(revision.revisionId);
      return key === undefined ? [] : [{ ...revision, key }];
    });
  }

  /** Runs `work` with these revisions indexed; none is removed before it ends. */
  async retain<T>(documents: readonly IndexedDocument[], work: () => Promise<T>): Promise<T> {
    if (documents.length === 0) return work();
    const keys = documents.map(({ key }) => key);
    return this.#retaining(keys, async (notIndexed) => {
      const missing = new Set(notIndexed);
      for (const document of documents) if (missing.delete(document.key)) await this.#index(document);
      return work();
    });
  }

  /** @param work is given the keys of the contents that are not indexed */
  async #retaining<T>(
    keys: readonly string[],
    work: (notIndexed: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const missing = await this.thread.request('retain', keys);
    try {
      return await work(missing);
    } finally {
      // A thread that has ended retains nothing; what could not be discarded is tried again.
      await this.thread.request('release', keys).catch(() => undefined);
    }
  }

  async #index({ standardId, revisionId, key: expected }: IndexedDocument): Promise<void> {
    const { standards, revisions, contents } = this.#parts;
    const [standard] = await standards.findHeads([standardId]);
    const revision = standard && (await revisions.findWithHolds(revisionId, standard));
    if (!revision) throw new Error(`revision ${revisionId} is missing`);
    const { key, withheldElementIds } = this.#keyOf(revision);
    // A hold has begun or ended since the key was made.
    if (key !== expected)
      throw apiError('SERVICE_UNAVAILABLE', 'A hold on the text is changing. Try again in a few seconds.');
    const packed = await contents.takePacked(revision.content_id);
    await this.thread.request('index', { key, packed, withheldElementIds });
  }

  async #tryUpdate(standard: IndexedStandard, revision?: StandardRevisionRecord): Promise<void> {
    try {
      await this.#update(standard._id, standard, revision);
    } catch (error) {
      if (this.thread.hasEnded || error instanceof SearchUnavailable) throw error;
      this.#parts.log.error(`search: standard ${standard._id} could not be indexed`, error);
    }
  }

  /** @param known its current revision, where that was read already */
  async #update(
    standardId: number,
    standard: IndexedStandard | null,
    known?: StandardRevisionRecord,
  ): Promise<void> {
    const before = this.#current.get(standardId);
    const after = standard && (await this.#currentRevisionOf(standard, known));
    if (after && !isDeepStrictEqual(before, after)) await this.#setCurrent(after);
    if (before && before.scope !== after?.scope)
      await this.thread.request('removeCurrent', { scope: before.scope, standardId });
    // A hold has begun or ended: what it withholds stays nowhere.
    if (before && after && isSameRevision(before, after) && before.document.key !== after.document.key)
      await this.thread.request('discard', before.document.key);
    if (after) {
      this.#current.set(standardId, after);
      this.#nextWithholding = Math.min(this.#nextWithholding, after.withholdsAt?.getTime() ?? Infinity);
    } else this.#current.delete(standardId);
  }

  /** Null for a standard that no search without a project finds. */
  async #currentRevisionOf(
    standard: IndexedStandard,
    known?: StandardRevisionRecord,
  ): Promise<CurrentRevision | null> {
    const { _id, name, current_revision, deprecated } = standard;
    if (current_revision === null || deprecated) return null;
    const revision = known ?? (await this.#parts.revisions.findWithHolds(current_revision.id, standard));
    if (!revision) return null;
    const document = { standardId: _id, revisionId: revision._id, name, key: this.#keyOf(revision).key };
    return { scope: scopeKey(standard), document, withholdsAt: nextWithholding(revision, this.#parts.now()) };
  }

  async #setCurrent(current: CurrentRevision): Promise<void> {
    if (await this.thread.request('setCurrent', current)) return;
    const { key, revisionId } = current.document;
    await this.retain([current.document], async () => {
      if (!(await this.thread.request('setCurrent', current)))
        throw new Error(`revision ${revisionId} was not indexed as ${key}`);
    });
  }

  /** Equal contents with the same withheld clauses are indexed once. */
  #keyOf(revision: StandardRevisionRecord): { key: string; withheldElementIds: number[] } {
    const withheldElementIds = withheldIds(this.#parts.findHeldClauses(revision));
    return { key: [revision.content_id, ...withheldElementIds].join(' '), withheldElementIds };
  }
}
