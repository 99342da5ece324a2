/**
 * Fills the search index with the current revision of each published wiki page, removes archived pages from it, and
 * returns hits with their page. The engine knows documents by numbers only, so pages and revisions get some here.
 */
import type { Node } from '../../../shared/kernel/node/node.ts';
import type { IndexedDocument } from '../../../shared/search/engine/current-revisions.ts';
import type { SearchHit } from '../../../shared/search/engine/search-hits.ts';
import type { SearchFeed } from '../../../shared/search/search-index.ts';
import type { SearchThread } from '../../../shared/search/search-thread.ts';
import { SearchUnavailable } from '../../../shared/search/search-unavailable.ts';
import type { Pages } from '../pages/repository.ts';
import type { IndexedPage, PageSource } from './index-source.ts';

interface FeedDeps {
  source: PageSource;
  pages: Pages;
  log: Node['log'];
}

/** A hit in the revision of a page that was indexed last. */
export interface PageHit {
  pageId: string;
  revisionId: string;
  hit: SearchHit;
}

/** A page in the index. */
interface IndexEntry {
  pageId: string;
  revisionId: string;
  title: string;
  /** Numbers by which the engine knows the page and the revision. */
  standardNumber: number;
  revisionNumber: number;
}

/** Every page is public. */
const SCOPE = 'pages';
const INDEXED_AT_ONCE = 4;

export class PageFeed implements SearchFeed {
  readonly thread: SearchThread;
  readonly #deps: FeedDeps;
  readonly #byPage = new Map<string, IndexEntry>();
  readonly #byNumber = new Map<number, IndexEntry>();
  #nextNumber = 1;

  constructor(thread: SearchThread, deps: FeedDeps) {
    this.thread = thread;
    this.#deps = deps;
  }

  /** A page that cannot be indexed is omitted and logged. @throws Error when the thread has ended */
  async syncAll(): Promise<void> {
    const unseen = new Set(this.#byPage.keys());
    let batch: IndexedPage[] = [];
    const updateBatch = async (): Promise<void> => {
      await Promise.all(batch.map((page) => this.#tryUpdate(page)));
      batch = [];
    };
    for await (const page of this.#deps.source.listPublished()) {
      unseen.delete(page._id);
      batch.push(page);
      if (batch.length === INDEXED_AT_ONCE) await updateBatch();
    }
    await updateBatch();
    for (const id of unseen) await this.#remove(id);
  }

  /** Updates some pages from the database. @throws Error when one could not be indexed */
  async refresh(ids: ReadonlySet<string>): Promise<void> {
    const all = [...ids];
    for (let from = 0; from < all.length; from += INDEXED_AT_ONCE) {
      const batch = all.slice(from, from + INDEXED_AT_ONCE);
      const heads = new Map((await this.#deps.source.findHeads(batch)).map((page) => [page._id, page]));
      for (const id of batch) {
        const page = heads.get(id);
        if (page && !page.archived) await this.#update(page);
        else await this.#remove(id);
      }
    }
  }

  /** The best hits; those of a revision that was replaced since are left out. */
  async search(query: string, limit: number): Promise<PageHit[]> {
    const hits = await this.thread.request('search', { query, scopes: [SCOPE], documents: [], limit });
    return hits.flatMap((hit) => {
      const entry = this.#byNumber.get(hit.standardId);
      if (entry?.revisionNumber !== hit.revisionId) return [];
      return [{ pageId: entry.pageId, revisionId: entry.revisionId, hit }];
    });
  }

  async #tryUpdate(page: IndexedPage): Promise<void> {
    try {
      await this.#update(page);
    } catch (error) {
      if (this.thread.hasEnded || error instanceof SearchUnavailable) throw error;
      this.#deps.log.error(`search: page ${page._id} could not be indexed`, error);
    }
  }

  async #update({ _id, title, current_revision: { id: revisionId } }: IndexedPage): Promise<void> {
    const before = this.#byPage.get(_id);
    if (before?.revisionId === revisionId && before.title === title) return;
    const entry: IndexEntry = {
      pageId: _id,
      revisionId,
      title,
      standardNumber: before?.standardNumber ?? this.#nextNumber++,
      revisionNumber: this.#nextNumber++,
    };
    const document = {
      standardId: entry.standardNumber,
      revisionId: entry.revisionNumber,
      name: title,
      key: revisionId,
    };
    if (!(await this.#setCurrent(document))) await this.#index(document);
    this.#byPage.set(_id, entry);
    this.#byNumber.set(entry.standardNumber, entry);
  }

  #setCurrent(document: IndexedDocument): Promise<boolean> {
    return this.thread.request('setCurrent', { scope: SCOPE, document });
  }

  async #index(document: IndexedDocument): Promise<void> {
    const { key } = document;
    const missing = await this.thread.request('retain', [key]);
    try {
      if (missing.length > 0) {
        const packed = await this.#deps.pages.loadPackedText(key);
        await this.thread.request('index', { key, packed, withheldElementIds: [] });
      }
      if (!(await this.#setCurrent(document))) throw new Error(`revision ${key} was not indexed`);
    } finally {
      // A thread that has ended retains nothing.
      await this.thread.request('release', [key]).catch(() => undefined);
    }
  }

  async #remove(pageId: string): Promise<void> {
    const entry = this.#byPage.get(pageId);
    if (!entry) return;
    await this.thread.request('removeCurrent', { scope: SCOPE, standardId: entry.standardNumber });
    this.#byPage.delete(pageId);
    this.#byNumber.delete(entry.standardNumber);
  }
}
