/**
 * Feeds the search thread from the database: the current revision of each standard on the shelf of its scope,
 * other revisions on demand.
 */
import type { Node } from '../../../shared/kernel/node/node.ts';
import type { RevisionContents } from '../revision/content-repository.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { HeldClauses } from '../revision/present-clauses.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import type { Scope } from '../scope-access.ts';
import type { IndexedDocument } from './engine/search-engine.ts';
import type { IndexedStandard, IndexSource } from './index-source.ts';
import type { SearchThread } from './search-thread.ts';

export interface FeedDeps {
  standards: IndexSource;
  revisions: StandardRevisions;
  contents: RevisionContents;
  findHeldClauses: (revision: Pick<StandardRevisionRecord, '_id' | 'standard_id'>) => HeldClauses;
  log: Node['log'];
}

/** A revision to search, with the name of its standard. */
export interface PinnedRevision {
  standardId: number;
  revisionId: number;
  name: string;
}

/** The place of a standard in the index. */
interface Placement {
  shelf: string;
  document: IndexedDocument;
}

const INDEXED_AT_ONCE = 4;

/** The shelf of a scope. */
export const shelfOf = ({ subject_type, subject_id }: Scope): string => `${subject_type} ${subject_id}`;

export class IndexFeed {
  readonly thread: SearchThread;
  readonly #deps: FeedDeps;
  readonly #placed = new Map<number, Placement>();

  constructor(thread: SearchThread, deps: FeedDeps) {
    this.thread = thread;
    this.#deps = deps;
  }

  /** Number of standards on shelves. */
  get size(): number {
    return this.#placed.size;
  }

  /**
   * Brings the index to what the database has now. A standard that cannot be indexed is left out and logged.
   * @throws Error when the thread has ended
   */
  async syncAll(): Promise<void> {
    const unseen = new Set(this.#placed.keys());
    let batch: IndexedStandard[] = [];
    const placeBatch = async (): Promise<void> => {
      await Promise.all(batch.map((standard) => this.#tryPlace(standard)));
      batch = [];
    };
    for await (const standard of this.#deps.standards.listPublished()) {
      unseen.delete(standard._id);
      batch.push(standard);
      if (batch.length === INDEXED_AT_ONCE) await placeBatch();
    }
    await placeBatch();
    for (const id of unseen) await this.#place(id, null);
  }

  /** Brings one standard to what the database has now. */
  async refresh(standardId: number): Promise<void> {
    const [standard] = await this.#deps.standards.findHeads([standardId]);
    await this.#place(standardId, standard ?? null);
  }

  /** The revisions as the index knows them. */
  async toDocuments(pinned: readonly PinnedRevision[]): Promise<IndexedDocument[]> {
    const found = await this.#deps.revisions.findMany(pinned.map(({ revisionId }) => revisionId));
    const keys = new Map(found.map((revision) => [revision._id, this.#keyOf(revision).key]));
    return pinned.flatMap((revision) => {
      const key = keys.get(revision.revisionId);
      return key === undefined ? [] : [{ ...revision, key }];
    });
  }

  /** Indexes the content of a revision. */
  async index(revisionId: number): Promise<void> {
    const { revisions, contents } = this.#deps;
    const revision = await revisions.find(revisionId);
    if (!revision) throw new Error(`revision ${revisionId} is missing`);
    const { key, heldElementIds } = this.#keyOf(revision);
    const packed = await contents.getPacked(revision.content_id);
    await this.thread.ask('index', { key, packed, heldElementIds });
  }

  async #tryPlace(standard: IndexedStandard): Promise<void> {
    try {
      await this.#place(standard._id, standard);
    } catch (error) {
      if (this.thread.hasEnded) throw error;
      this.#deps.log.error(`search: standard ${standard._id} could not be indexed`, error);
    }
  }

  async #place(standardId: number, standard: IndexedStandard | null): Promise<void> {
    const before = this.#placed.get(standardId);
    const placement = standard && (await this.#placementOf(standard));
    if (placement && (!before || !isSamePlacement(before, placement))) await this.#shelve(placement);
    if (before && before.shelf !== placement?.shelf)
      await this.thread.ask('unshelve', { shelf: before.shelf, standardId });
    if (placement) this.#placed.set(standardId, placement);
    else this.#placed.delete(standardId);
  }

  /** Null for a standard that no search without a project finds. */
  async #placementOf(standard: IndexedStandard): Promise<Placement | null> {
    const { _id, name, current_revision, deprecated } = standard;
    if (current_revision === null || deprecated) return null;
    const pinned = { standardId: _id, revisionId: current_revision.id, name };
    const [document] = await this.toDocuments([pinned]);
    return document ? { shelf: shelfOf(standard), document } : null;
  }

  async #shelve({ shelf, document }: Placement): Promise<void> {
    if (await this.thread.ask('shelve', { shelf, document })) return;
    await this.index(document.revisionId);
    if (!(await this.thread.ask('shelve', { shelf, document })))
      throw new Error(`revision ${document.revisionId} was not indexed`);
  }

  /** Equal contents with the same withheld clauses are indexed once. */
  #keyOf(revision: StandardRevisionRecord): { key: string; heldElementIds: number[] } {
    const heldElementIds = [...this.#deps.findHeldClauses(revision).keys()].sort((a, b) => a - b);
    return { key: [revision.content_id, ...heldElementIds].join(' '), heldElementIds };
  }
}

const isSamePlacement = (a: Placement, b: Placement): boolean =>
  a.shelf === b.shelf &&
  a.document.key === b.document.key &&
  a.document.revisionId === b.document.revisionId &&
  a.document.name === b.document.name;
