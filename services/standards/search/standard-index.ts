/**
 * The search index of standards on this node: starts it, with its worker thread and its feed (`index-feed.ts`), and
 * searches it by scopes or by revisions. The engine and its thread are in `shared/search`.
 */
import type { BackgroundWork } from '../../../shared/kernel/background/background-work.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import type { SearchHit } from '../../../shared/search/engine/search-hits.ts';
import { findCluster } from '../../../shared/search/find-cluster.ts';
import { findModelFolder } from '../../../shared/search/find-model-folder.ts';
import { SearchIndex } from '../../../shared/search/search-index.ts';
import type { WorkerSettings } from '../../../shared/search/search-thread.ts';
import type { StandardsService } from '../open-standards.ts';
import { type FeedParts, IndexFeed, type RevisionToIndex } from './index-feed.ts';
import { type IndexEvent, IndexSource } from './index-source.ts';
import { RebuildRequests } from './rebuild-requests.ts';

interface IndexParts extends FeedParts, WorkerSettings {
  /** Whether other nodes run the service too (`SearchIndex`). */
  startsWithIndex: boolean;
  rebuilds: RebuildRequests;
  /** Names this node in the report of a rebuild. */
  nodeName: string;
}

/** What is searched: the current revisions of some scopes, or some revisions. */
interface SearchQuery {
  query: string;
  /** By key (`scopeKey`). */
  scopes: readonly string[];
  revisions: readonly RevisionToIndex[];
  limit: number;
}

export class StandardIndex implements BackgroundWork {
  readonly #parts: IndexParts;
  readonly #index: SearchIndex<IndexEvent, IndexFeed>;
  /** The last request to rebuild it of which it has heard. */
  #lastRequest: number | null = null;

  constructor(parts: IndexParts) {
    this.#parts = parts;
    this.#index = new SearchIndex({
      ...parts,
      worker: new URL('./search-worker.ts', import.meta.url),
      subject: 'standards',
      watch: () => parts.standards.watch(),
      createFeed: (thread) => new IndexFeed(thread, parts),
      apply: (feed, changes) => this.#apply(feed, changes),
    });
  }

  start(): Promise<void> {
    return this.#index.start();
  }

  stop(): Promise<void> {
    return this.#index.stop();
  }

  /** The best hits. @throws SERVICE_UNAVAILABLE while the index is not built */
  search({ revisions, ...query }: SearchQuery): Promise<SearchHit[]> {
    return this.#index.search(async (feed) => {
      await feed.refreshWithheld();
      const documents = await feed.toDocuments(revisions);
      return feed.retain(documents, () => feed.thread.request('search', { ...query, documents }));
    });
  }

  async #apply(feed: IndexFeed, changes: readonly IndexEvent[]): Promise<void> {
    // Not awaited: until the new index is ready, searches and changes go to the old one.
    if (changes.some(({ kind }) => kind === 'rebuild'))
      void this.#rebuild().catch((error) => this.#parts.log.warn('search: the index was not rebuilt', error));
    const standardIds = changes.flatMap((change) => (change.kind === 'standard' ? [change.standardId] : []));
    await feed.refresh(new Set(standardIds));
  }

  /** Builds the index that was asked for last, and reports it. */
  async #rebuild(): Promise<void> {
    const { rebuilds, nodeName: node } = this.#parts;
    const startedAt = performance.now();
    const request = await rebuilds.begin(node);
    if (request === null || request === this.#lastRequest) return;
    this.#lastRequest = request;
    try {
      const { size: standards } = await this.#index.rebuild(request);
      const ms = Math.round(performance.now() - startedAt);
      await rebuilds.report(request, { node, standards, ms });
    } finally {
      await rebuilds.end(request, node);
    }
  }
}

/** The index of a node; it is built when the service starts. */
export const openSearchIndex = (
  node: Node,
  { connection, revisions, contents, findHeldClauses, now }: StandardsService,
): StandardIndex =>
  new StandardIndex({
    revisions,
    contents,
    findHeldClauses,
    now,
    standards: new IndexSource(connection),
    rebuilds: new RebuildRequests(connection),
    nodeName: node.broker.nodeID,
    modelFolder: findModelFolder(node),
    cluster: findCluster(node, 'standards'),
    startsWithIndex: node.config.natsUrl !== null,
    log: node.log,
  });
