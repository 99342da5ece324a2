/**
 * The search index of this node, as the service uses it: built from the database when the service starts,
 * updated by a change stream, rebuilt on request or when its thread ends, and searched. It is in the memory
 * of a worker thread.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BackgroundWork } from '../../../shared/kernel/background/background-work.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { inBatches } from './batches.ts';
import type { SearchHit } from './engine/search-engine.ts';
import { type FeedDeps, IndexFeed, type RevisionToIndex } from './index-feed.ts';
import type { IndexEvent, IndexEvents } from './index-source.ts';
import type { RebuildRequests } from './rebuild-requests.ts';
import { SearchThread, type WorkerSettings } from './search-thread.ts';

interface Deps extends FeedDeps, WorkerSettings {
  rebuilds: RebuildRequests;
  /** Names this node in the report of a rebuild. */
  nodeName: string;
}

/** What is searched: the current revisions of some scopes, or some revisions. */
export interface SearchQuery {
  query: string;
  /** By key (`scopeKey`). */
  scopes: readonly string[];
  revisions: readonly RevisionToIndex[];
  limit: number;
}

const RETRY_AFTER_MS = 1_000;
/** A search while the first index is being built waits this long. */
const MAX_WAIT_MS = 8_000;
/** An index may be replaced while it is searched. */
const MAX_ATTEMPTS = 3;

/** The index of a node, as the service sees it. */
export class SearchIndex implements BackgroundWork {
  readonly #deps: Deps;
  /** The index in use; null until the first one is built. */
  #feed: IndexFeed | null = null;
  /** A thread whose index is being built. */
  #building: SearchThread | null = null;
  #built = Promise.withResolvers<void>();
  #changes: IndexEvents | null = null;
  #isStopped = true;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Starts to build the index, without waiting for it. */
  start(): void {
    this.#isStopped = false;
    void this.#follow();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    // The database may be away: what waits for it ends with the connection at the latest.
    this.#changes?.close().catch(() => undefined);
    await Promise.all([this.#building?.stop(), this.#feed?.thread.stop()]);
  }

  /** The best hits. @throws SERVICE_UNAVAILABLE while the index is not built */
  async search({ revisions, ...query }: SearchQuery): Promise<SearchHit[]> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const feed = await this.#requireFeed();
      try {
        const documents = await feed.toDocuments(revisions);
        return await feed.retain(documents, () => feed.thread.request('search', { ...query, documents }));
      } catch (error) {
        // A rebuilt index has replaced this one.
        if (this.#feed === feed) throw error;
      }
    }
    throw apiError('SERVICE_UNAVAILABLE', 'The search index is busy. Try again in a few seconds.');
  }

  async #requireFeed(): Promise<IndexFeed> {
    if (this.#feed === null)
      await Promise.race([this.#built.promise, pause(MAX_WAIT_MS, undefined, { ref: false })]);
    if (this.#feed) return this.#feed;
    throw apiError('SERVICE_UNAVAILABLE', 'The search index is being built. Try again in a few seconds.');
  }

  /** Follows the changes until the service stops; after an interruption compares everything. */
  async #follow(): Promise<void> {
    while (!this.#isStopped) {
      try {
        this.#changes = await this.#deps.standards.watch();
        // The service may have stopped meanwhile, when there was nothing to close.
        if (this.#isStopped) return await this.#changes.close();
        if (this.#feed) await this.#feed.syncAll();
        else await this.#build();
        for await (const changes of inBatches(this.#changes)) await this.#apply(changes);
      } catch (error) {
        this.#changes?.close().catch(() => undefined);
        if (this.#isStopped) return;
        this.#deps.log.warn('search: the changes of standards could not be followed; retrying', error);
      }
      await pause(RETRY_AFTER_MS, undefined, { ref: false });
    }
  }

  async #apply(changes: readonly IndexEvent[]): Promise<void> {
    const standardIds = changes.flatMap((change) => (change.kind === 'standard' ? [change.standardId] : []));
    await this.#feed?.refresh(new Set(standardIds));
    if (changes.some(({ kind }) => kind === 'rebuild')) await this.#rebuild();
  }

  /** Builds a new index beside the one in use, and replaces that. */
  async #rebuild(): Promise<void> {
    const startedAt = performance.now();
    const old = this.#feed;
    await this.#build();
    await old?.thread.stop();
    const ms = Math.round(performance.now() - startedAt);
    await this.#deps.rebuilds.report({ node: this.#deps.nodeName, standards: this.#feed?.size ?? 0, ms });
  }

  async #build(): Promise<void> {
    const { modelFolder, maxSpareRows } = this.#deps;
    const thread = new SearchThread({ modelFolder, maxSpareRows }, (reason) => this.#restart(feed, reason));
    const feed = new IndexFeed(thread, this.#deps);
    this.#building = thread;
    try {
      await feed.syncAll();
      this.#feed = feed;
      this.#built.resolve();
    } finally {
      this.#building = null;
      if (this.#feed !== feed || this.#isStopped) await thread.stop();
    }
  }

  /** Replaces a thread that ended without `stop`. */
  #restart(feed: IndexFeed, reason: Error): void {
    if (this.#isStopped || this.#feed !== feed) return;
    this.#deps.log.error('search: the index was lost and is built again', reason);
    this.#feed = null;
    this.#built = Promise.withResolvers();
    void this.#changes?.close();
  }
}
