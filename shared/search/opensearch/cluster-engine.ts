/**
 * Search engine on one OpenSearch index that all nodes share. A node keeps in memory which revisions are current. The
 * rows of a content are searched only once a record says that they are complete; a search that finds fewer retries,
 * then reports the loss.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { CurrentRevisions, type IndexedDocument } from '../engine/current-revisions.ts';
import { foldLetters } from '../engine/fold-letters.ts';
import { toQueryWords } from '../engine/number-words.ts';
import { parseQuery } from '../engine/parse-query.ts';
import { rankRows } from '../engine/rank-rows.ts';
import type { ContentToIndex, RowReader, SearchRequest } from '../engine/search-engine.ts';
import { type SearchHit, toHits } from '../engine/search-hits.ts';
import { StandardNames } from '../engine/standard-names.ts';
import { Tokenizer } from '../engine/tokenizer.ts';
import type { WordVectors } from '../engine/word-vectors.ts';
import type { OpenEngine } from '../search-thread.ts';
import { searchUnavailable } from '../search-unavailable.ts';
import { ClusterRows, RowsMissing } from './cluster-rows.ts';
import { ContentRecords } from './content-records.ts';
import { type ContentInCluster, toContents } from './contents-in-cluster.ts';
import { contentIdOf, toRowDocuments } from './row-documents.ts';
import type { SearchCluster } from './search-cluster.ts';

interface Parts {
  readRows: RowReader;
  vectors: WordVectors | null;
  cluster: SearchCluster;
  /** Called when the index lacks rows that it should have: it is to be filled again. */
  onLoss: (reason: Error) => void;
  now?: () => number;
}

/** Lists of contents that are kept; one of 2,000 standards takes half a megabyte. */
const MAX_SEQUENCES = 50;
const MAX_ROWS_PER_WRITE = 500;
/** Another node may have removed a content that this one replaces in the next moment. */
const MAX_ATTEMPTS = 10;
const RETRY_AFTER_MS = 100;

export class ClusterEngine implements OpenEngine {
  readonly #parts: Parts;
  readonly #now: () => number;
  readonly #records: ContentRecords;
  readonly #tokenizer = new Tokenizer();
  readonly #names = new StandardNames(this.#tokenizer);
  readonly #current = new CurrentRevisions();
  readonly #contents = new LRUCache<string, ContentInCluster[]>({ max: MAX_SEQUENCES });
  readonly #building = new Map<string, Promise<void>>();
  /** The contents of current revisions and running searches: how many have each, and its rows when it is indexed. */
  readonly #uses = new Map<string, { count: number; size: number | null }>();
  /** The contents that must not be kept and were in use, or could not be removed. */
  readonly #unwanted = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#records = new ContentRecords(parts.cluster, this.#now);
  }

  /** Indexes a content; no search finds it before it is complete. Several nodes may do so at once. */
  index(content: ContentToIndex): Promise<void> {
    const { key } = content;
    const building =
      this.#building.get(key) ?? this.#build(content).finally(() => this.#building.delete(key));
    this.#building.set(key, building);
    return building;
  }

  async #build(content: ContentToIndex): Promise<void> {
    const { cluster, readRows, vectors } = this.#parts;
    const rows = readRows(content);
    const id = contentIdOf(content.key);
    await this.#records.begin(id);
    let unwritten: (readonly [string, object])[] = [];
    const write = async (): Promise<void> => {
      await cluster.write(unwritten);
      unwritten = [];
    };
    for (const step of toRowDocuments(content.key, rows, { tokenizer: this.#tokenizer, vectors })) {
      unwritten.push(...step);
      if (unwritten.length >= MAX_ROWS_PER_WRITE) await write();
    }
    await write();
    await cluster.refresh();
    await this.#records.complete(id, rows.length);
    const use = this.#uses.get(content.key);
    if (use) use.size = rows.length;
  }

  /** Sets the current revision of a standard. False when its content is not indexed. */
  async setCurrent({ scope, document }: { scope: string; document: IndexedDocument }): Promise<boolean> {
    const { missing } = await this.#use([document.key]);
    if (missing.length > 0) {
      await this.release([document.key]);
      return false;
    }
    this.#contents.clear();
    const earlier = this.#current.set(scope, document);
    if (earlier) await this.release([earlier.key]);
    return true;
  }

  async removeCurrent({ scope, standardId }: { scope: string; standardId: number }): Promise<void> {
    const document = this.#current.remove(scope, standardId);
    if (!document) return;
    this.#contents.clear();
    await this.release([document.key]);
  }

  /** Keeps the contents with these keys until they are released. @returns the keys of those that are not indexed yet */
  async retain(keys: readonly string[]): Promise<string[]> {
    const { missing, usedAt } = await this.#use(keys);
    await this.#records.touch(usedAt);
    return missing;
  }

  /** Adds a use of each content. Of those whose rows were not known: which are missing, and when the others were used. */
  async #use(keys: readonly string[]): Promise<{ missing: string[]; usedAt: Map<string, number> }> {
    for (const key of keys) {
      const use = this.#uses.get(key);
      if (use) use.count += 1;
      else this.#uses.set(key, { count: 1, size: null });
    }
    const unknown = [...new Set(keys)].filter((key) => this.#uses.get(key)?.size === null);
    const records = await this.#records.read(unknown.map(contentIdOf)).catch(async (error: unknown) => {
      await this.release(keys);
      throw error;
    });
    const missing: string[] = [];
    const usedAt = new Map<string, number>();
    for (const [at, key] of unknown.entries()) {
      const record = records[at];
      const use = this.#uses.get(key);
      if (!record) missing.push(key);
      else if (use) use.size = record.size;
      if (record) usedAt.set(contentIdOf(key), record.usedAt);
    }
    return { missing, usedAt };
  }

  /** Ends a `retain`. */
  async release(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const use = this.#uses.get(key);
      if (use && use.count > 1) use.count -= 1;
      else this.#uses.delete(key);
    }
    for (const key of keys) if (this.#unwanted.has(key)) await this.discard(key);
  }

  /** Removes a content that must not be kept; when its use ends, if a current revision or a running search has it. */
  async discard(key: string): Promise<void> {
    this.#unwanted.add(key);
    if (this.#uses.has(key)) return;
    await this.#records.remove(contentIdOf(key));
    this.#unwanted.delete(key);
  }

  /** Removes what must not be kept, and what no node has used for long, indices too. */
  async tidy(_: object): Promise<void> {
    for (const key of this.#unwanted) await this.discard(key);
    await this.#records.tidy(new Set([...this.#uses.keys()].map(contentIdOf)));
    await this.#parts.cluster.removeReplaced(this.#now());
  }

  /** Whether another index than its own is in use. */
  isReplaced(_: object): Promise<boolean> {
    return this.#parts.cluster.isReplaced();
  }

  /** Puts its index, which was built next to the one in use, in the place of that. @returns its number */
  activate(_: object): Promise<number> {
    return this.#parts.cluster.activate(this.#now());
  }

  /** The best hits. @throws SearchUnavailable */
  async search(request: SearchRequest): Promise<SearchHit[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#search(request);
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
        if (attempt === MAX_ATTEMPTS) {
          await this.#records.forgetIncomplete(this.#contentsOf(request));
          this.#parts.onLoss(error);
          throw searchUnavailable();
        }
        await pause(RETRY_AFTER_MS);
      }
    }
  }

  async #search(request: SearchRequest): Promise<SearchHit[]> {
    const { query, limit } = request;
    const contents = this.#contentsOf(request);
    if (contents.length === 0) return [];
    const parsed = parseQuery(query);
    const counts = this.#tokenizer.countTerms(parsed.words);
    const rows = await ClusterRows.open(
      { cluster: this.#parts.cluster, tokenizer: this.#tokenizer },
      contents,
      {
        words: toQueryWords(counts, parsed.isPassage),
        vector: this.#parts.vectors?.embed(foldLetters(query)) ?? null,
      },
    );
    const ranked = await rankRows(rows, this.#names, parsed);
    return toHits(ranked, rows, { isPassage: parsed.isPassage, limit });
  }

  #contentsOf({ scopes, documents }: SearchRequest): ContentInCluster[] {
    if (documents.length > 0) return this.#toContents([...this.#current.of(scopes), ...documents]);
    // Callers differ in scopes without standards.
    const used = this.#current.used(scopes);
    const key = used.join(' ');
    const known = this.#contents.get(key);
    if (known) return known;
    const contents = this.#toContents(this.#current.of(used));
    this.#contents.set(key, contents);
    return contents;
  }

  #toContents(documents: readonly IndexedDocument[]): ContentInCluster[] {
    return toContents(documents, (key) => {
      const size = this.#uses.get(key)?.size ?? null;
      if (size === null) throw new Error(`the content ${key} is not indexed`);
      return size;
    });
  }

  async close(): Promise<void> {
    this.#tokenizer.close();
    await this.#parts.cluster.close();
  }
}
