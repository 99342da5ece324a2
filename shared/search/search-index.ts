/**
 * A search index that a worker thread keeps, in its memory or in OpenSearch: built from the database when the service
 * starts, updated by a stream of changes, and built again on request or when its thread ends.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BackgroundWork } from '../kernel/background/background-work.ts';
import { apiError } from '../kernel/errors/errors.ts';
import { withTimeLimit } from '../time-limit.ts';
import { inBatches } from './batches.ts';
import { SearchThread, type WorkerSettings } from './search-thread.ts';
import { SearchUnavailable, searchUnavailable } from './search-unavailable.ts';

/** The changes of a database that concern an index, from now on. */
export interface IndexEvents<E> extends AsyncIterable<E> {
  /** Ends the iteration. */
  close(): Promise<void>;
}

/** Fills a thread from the database. */
export interface SearchFeed {
  readonly thread: SearchThread;
  /** Updates the whole index. @throws Error when the thread has ended */
  syncAll(): Promise<void>;
}

interface SearchIndexOptions<E, F extends SearchFeed> extends Omit<WorkerSettings, 'generation'> {
  /** The file of the thread. */
  worker: URL;
  /** What is indexed, for the log. */
  subject: string;
  /** The driver resumes after an interruption; the iteration throws when it cannot. */
  watch: () => Promise<IndexEvents<E>>;
  createFeed: (thread: SearchThread) => F;
  /** Updates an index by the changes that arrived together. */
  apply: (feed: F, changes: readonly E[]) => Promise<void>;
  /**
   * Whether the service starts with its first index, because the same service runs on other nodes: a search may
   * reach any of them. Until then a node that is alone responds to everything else.
   */
  startsWithIndex: boolean;
  log: { warn(...args: unknown[]): void; error(...args: unknown[]): void };
}

const RETRY_AFTER_MS = 1_000;
/** A search while the first index is being built waits this long. */
const MAX_WAIT_MS = 8_000;
/** A start waits this long: the index of two million clauses. Then the other endpoints are worth more. */
const MAX_START_MS = 5 * 60_000;
/** With rows that are in a cluster already, or are not available. */
const MAX_START_WITH_CLUSTER_MS = 5_000;
const TIDY_EVERY_MS = 60 * 60_000;
/** An index may be replaced while it is searched. */
const MAX_ATTEMPTS = 3;

export class SearchIndex<E, F extends SearchFeed> implements BackgroundWork {
  readonly #options: SearchIndexOptions<E, F>;
  /** The index in use; null until the first one is built. */
  #feed: F | null = null;
  /** The threads whose index is being built. */
  readonly #building = new Set<SearchThread>();
  /** The changes that arrived while another index is built, which does not have them; null while none is. */
  #missed: E[] | 'unknown' | null = null;
  #built = Promise.withResolvers<void>();
  /** Ends with the last one that was asked for. */
  #rebuilding: Promise<unknown> = Promise.resolve();
  #changes: IndexEvents<E> | null = null;
  #isStopped = true;
  #tidying: NodeJS.Timeout | undefined;
  /** Whether the rows are where nobody can reach them. */
  #isUnavailable = false;

  constructor(options: SearchIndexOptions<E, F>) {
    this.#options = options;
  }

  /** Starts to build the index, and waits for it where the options say so. */
  async start(): Promise<void> {
    this.#isStopped = false;
    void this.#follow();
    this.#tidying = setInterval(() => void this.#tidy(), TIDY_EVERY_MS).unref();
    const { startsWithIndex, cluster } = this.#options;
    const limit = cluster ? MAX_START_WITH_CLUSTER_MS : MAX_START_MS;
    if (startsWithIndex) await withTimeLimit(this.#built.promise, limit, () => undefined);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#tidying);
    this.#built.resolve();
    // The database may be down: pending operations end with the connection at the latest.
    this.#changes?.close().catch(() => undefined);
    await Promise.all([...this.#building, this.#feed?.thread].map((thread) => thread?.stop()));
  }

  /** Runs a search on the index in use. @throws SERVICE_UNAVAILABLE while the index is not built */
  async search<T>(work: (feed: F) => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const feed = await this.#requireFeed();
      try {
        return await work(feed);
      } catch (error) {
        // A rebuilt index has replaced this one.
        if (this.#feed !== feed) continue;
        throw error instanceof SearchUnavailable ? apiError('SERVICE_UNAVAILABLE', error.message) : error;
      }
    }
    throw apiError('SERVICE_UNAVAILABLE', 'The search index is busy. Try again in a few seconds.');
  }

  /**
   * Builds a new index while the one in use is kept up to date, then replaces that.
   * @param generation the number of the new one in the cluster, the same on all nodes; without it only what a node has of
   * the index is built, from the one in use there
   * @returns the new one, which is built after others that were asked for before
   * @throws Error when the cluster uses a newer one
   */
  rebuild(generation?: number): Promise<F> {
    const rebuilt = this.#rebuilding.then(() => this.#buildAgain(generation));
    this.#rebuilding = rebuilt.catch(() => undefined);
    return rebuilt;
  }

  async #buildAgain(generation: number | undefined): Promise<F> {
    if (this.#isStopped) throw new Error('the search index is stopping');
    this.#missed = [];
    try {
      return await this.#build(generation);
    } finally {
      this.#missed = null;
    }
  }

  async #requireFeed(): Promise<F> {
    if (this.#feed === null && this.#isUnavailable)
      throw apiError('SERVICE_UNAVAILABLE', searchUnavailable().message);
    if (this.#feed === null) await withTimeLimit(this.#built.promise, MAX_WAIT_MS, () => undefined);
    if (this.#feed) return this.#feed;
    throw apiError('SERVICE_UNAVAILABLE', 'The search index is being built. Try again in a few seconds.');
  }

  /** Follows the changes until the service stops; after an interruption compares everything. */
  async #follow(): Promise<void> {
    const { watch, log, subject } = this.#options;
    while (!this.#isStopped) {
      try {
        this.#changes = await watch();
        // The service may have stopped since, when there was nothing to close.
        if (this.#isStopped) return await this.#changes.close();
        // What changed before is known to nobody.
        if (this.#missed !== null) this.#missed = 'unknown';
        const feed = this.#feed;
        if (feed) await this.#whenReachable(feed, () => feed.syncAll());
        else await this.#build();
        for await (const changes of inBatches(this.#changes)) {
          if (Array.isArray(this.#missed)) this.#missed.push(...changes);
          await this.#applyToCurrent(changes);
        }
      } catch (error) {
        this.#changes?.close().catch(() => undefined);
        if (this.#isStopped) return;
        log.warn(`search: the changes of ${subject} could not be followed; retrying`, error);
      }
      await pause(RETRY_AFTER_MS, undefined, { ref: false });
    }
  }

  async #build(generation?: number): Promise<F> {
    const { worker, modelFolder, maxSpareBytes, cluster, createFeed } = this.#options;
    const settings = { modelFolder, maxSpareBytes, cluster: cluster ?? null, generation };
    const thread = new SearchThread(worker, settings, (reason) => this.#restart(feed, reason));
    const feed = createFeed(thread);
    this.#building.add(thread);
    try {
      await this.#whenReachable(feed, () => feed.syncAll());
      if (cluster && generation) {
        while (this.#isBehind) await this.#catchUp(feed);
        await this.#whenReachable(feed, async () => {
          const built = await thread.request('activate', {});
          if (built !== generation) throw new Error(`the index ${built} is in use, newer than ${generation}`);
        });
      }
      // The last look at what is missed and the replacement are one step.
      while (this.#isBehind) await this.#catchUp(feed);
      const replaced = this.#feed;
      this.#feed = feed;
      this.#built.resolve();
      await replaced?.thread.stop();
      void this.#tidy();
      return feed;
    } finally {
      this.#building.delete(thread);
      if (this.#feed !== feed || this.#isStopped) await thread.stop();
    }
  }

  /** Gives a new index the changes that arrived while it was built. */
  async #catchUp(feed: F): Promise<void> {
    const missed = this.#missed;
    this.#missed = [];
    if (missed === 'unknown') await feed.syncAll();
    else await this.#options.apply(feed, missed ?? []);
  }

  get #isBehind(): boolean {
    return this.#missed !== null && this.#missed.length > 0;
  }

  /** Updates the index in use. One that is being replaced may fail: the new one has the changes. */
  async #applyToCurrent(changes: readonly E[]): Promise<void> {
    const feed = this.#feed;
    if (feed === null) return;
    try {
      await this.#whenReachable(feed, () => this.#options.apply(feed, changes));
    } catch (error) {
      if (this.#feed === feed) throw error;
    }
  }

  /** Works again and again while the rows cannot be reached; the changes wait until then. */
  async #whenReachable(feed: F, work: () => Promise<void>): Promise<void> {
    const { log, subject } = this.#options;
    for (;;) {
      try {
        await work();
        if (this.#isUnavailable) log.warn(`search: the index of ${subject} is back`);
        this.#isUnavailable = false;
        return;
      } catch (error) {
        if (!(error instanceof SearchUnavailable) || this.#isStopped || feed.thread.hasEnded) throw error;
        if (!this.#isUnavailable) log.warn(`search: the index of ${subject} cannot be reached; retrying`);
        this.#isUnavailable = true;
      }
      await pause(RETRY_AFTER_MS, undefined, { ref: false });
    }
  }

  /** Removes the rows that nobody needs any more, and goes over to an index that another node has put in place. */
  async #tidy(): Promise<void> {
    const { cluster, log, subject } = this.#options;
    const thread = this.#feed?.thread;
    if (!cluster || !thread) return;
    try {
      await thread.request('tidy', {});
      // One that is being built takes its place in any case.
      if (this.#missed === null && (await thread.request('isReplaced', {}))) await this.rebuild();
    } catch (error) {
      if (!this.#isStopped) log.warn(`search: the index of ${subject} was not tidied`, error);
    }
  }

  /** Replaces a thread that ended without `stop`. */
  #restart(feed: F, reason: Error): void {
    if (this.#isStopped || this.#feed !== feed) return;
    this.#options.log.error('search: the index was lost and is built again', reason);
    this.#feed = null;
    this.#built = Promise.withResolvers();
    void this.#changes?.close();
  }
}
