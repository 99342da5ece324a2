/**
 * Search engine: an index in memory with a segment for each content and the current revisions of each scope.
 * A search reads only the segments of its documents, so other documents change neither hits nor scores. The
 * service runs it in a worker thread.
 */
import { LRUCache } from 'lru-cache';
import { CurrentRevisions, type IndexedDocument } from './current-revisions.ts';
import { foldLetters } from './fold-letters.ts';
import { toQueryWords } from './number-words.ts';
import { parseQuery } from './parse-query.ts';
import { rankRows } from './rank-rows.ts';
import { type RowSequence, toRowSequence } from './row-sequence.ts';
import { type SearchHit, toHits } from './search-hits.ts';
import type { SearchRow } from './search-rows.ts';
import { buildSegment, type Segment } from './segment.ts';
import { SegmentRows } from './segment-rows.ts';
import { StandardNames } from './standard-names.ts';
import { TermDirectory } from './term-directory.ts';
import { TextStore } from './text-store.ts';
import { Tokenizer } from './tokenizer.ts';
import type { WordVectors } from './word-vectors.ts';

/** A content to be indexed. */
export interface ContentToIndex {
  key: string;
  /** Compressed, in the form of the service. */
  packed: Uint8Array;
  /** The clauses that get no row. */
  withheldElementIds: readonly number[];
}

/** The rows of a revision's content, without what is withheld. */
export type RowReader = (content: ContentToIndex) => SearchRow[];

/** What is searched, and for what. */
export interface SearchRequest {
  query: string;
  /** Every current revision of these scopes, by key (`scopeKey`). */
  scopes: readonly string[];
  /** Further revisions, which the caller has retained. */
  documents: readonly IndexedDocument[];
  limit: number;
}

/** What contents that neither a current revision nor a running search has may take, kept for the next search. */
const MAX_SPARE_BYTES = 100_000_000;
/** Sequences that are kept; one of 2,000 standards takes half a megabyte. */
const MAX_SEQUENCES = 50;

/** The index and its searches, without access to the database or to permissions. */
export class SearchEngine {
  readonly #texts = new TextStore();
  readonly #tokenizer = new Tokenizer();
  readonly #names = new StandardNames(this.#tokenizer);
  readonly #directory = new TermDirectory();
  readonly #segments = new Map<string, Segment>();
  readonly #building = new Map<string, Promise<void>>();
  readonly #current = new CurrentRevisions();
  /** The rows of the current revisions of some scopes, by the keys of these, until one of them changes. */
  readonly #sequences = new LRUCache<string, RowSequence>({ max: MAX_SEQUENCES });
  /** How many current revisions and running searches have a content, by key. */
  readonly #uses = new Map<string, number>();
  /** The contents in use that must not be kept when their use ends. */
  readonly #unwanted = new Set<string>();
  /** The segments without a use. */
  readonly #spare: LRUCache<string, Segment>;
  readonly #readRows: RowReader;
  readonly #loadWords: () => WordVectors | null;
  #words: WordVectors | null | undefined;
  #nextId = 1;
  #nextSlot = 0;
  readonly #freeSlots: number[] = [];

  /** @param loadWords called before the first content is indexed */
  constructor(readRows: RowReader, loadWords: () => WordVectors | null, maxSpareBytes = MAX_SPARE_BYTES) {
    this.#readRows = readRows;
    this.#loadWords = loadWords;
    this.#spare = new LRUCache({
      maxSize: maxSpareBytes,
      sizeCalculation: ({ bytes }) => bytes + 1,
      dispose: (segment, key, reason) => {
        if (reason === 'evict') this.#removeSegment(key, segment);
      },
    });
  }

  /** Indexes a content; no search finds it before it is complete. */
  index(content: ContentToIndex): Promise<void> {
    const { key } = content;
    const building =
      this.#building.get(key) ?? this.#build(content).finally(() => this.#building.delete(key));
    this.#building.set(key, building);
    return building;
  }

  async #build(content: ContentToIndex): Promise<void> {
    const { key } = content;
    if (this.#segments.has(key)) return;
    const rows = this.#readRows(content);
    const firstId = this.#nextId;
    this.#nextId += rows.length;
    this.#words ??= this.#loadWords();
    const slot = this.#freeSlots.pop() ?? this.#nextSlot++;
    const parts = { texts: this.#texts, tokenizer: this.#tokenizer, words: this.#words };
    const { segment, names } = await buildSegment(parts, rows, { slot, firstId }).catch((error: unknown) => {
      this.#freeSlots.push(slot);
      this.#texts.remove(firstId, firstId + rows.length - 1);
      throw error;
    });
    this.#segments.set(key, segment);
    this.#directory.add(segment, names);
    if (!this.#uses.has(key)) this.#spareSegment(key, segment);
  }

  /** Sets the current revision of a standard. False when its content is not indexed. */
  setCurrent({ scope, document }: { scope: string; document: IndexedDocument }): boolean {
    if (!this.#segments.has(document.key)) return false;
    this.#sequences.clear();
    const earlier = this.#current.set(scope, document);
    this.#addUse(document.key);
    if (earlier) this.#endUse(earlier.key);
    return true;
  }

  removeCurrent({ scope, standardId }: { scope: string; standardId: number }): void {
    const document = this.#current.remove(scope, standardId);
    if (!document) return;
    this.#sequences.clear();
    this.#endUse(document.key);
  }

  /**
   * Keeps the contents with these keys, however many rows they have, until they are released.
   * @returns the keys of those that are not indexed yet
   */
  retain(keys: readonly string[]): string[] {
    for (const key of keys) this.#addUse(key);
    return [...new Set(keys)].filter((key) => !this.#segments.has(key));
  }

  /** Ends a `retain`. */
  release(keys: readonly string[]): void {
    for (const key of keys) this.#endUse(key);
  }

  /** Removes a content that must not be kept; when its use ends, if a current revision or a running search has it. */
  discard(key: string): void {
    if (this.#uses.has(key)) this.#unwanted.add(key);
    const segment = this.#spare.get(key);
    if (!segment) return;
    this.#spare.delete(key);
    this.#removeSegment(key, segment);
  }

  /** The best hits. @throws Error for a document that is not indexed */
  async search({ query, scopes, documents, limit }: SearchRequest): Promise<SearchHit[]> {
    const set =
      documents.length === 0
        ? this.#currentRows(scopes)
        : this.#toRows([...this.#current.of(scopes), ...documents]);
    const parsed = parseQuery(query);
    const counts = this.#tokenizer.countTerms(parsed.words);
    const rows = new SegmentRows({ texts: this.#texts, directory: this.#directory }, set, {
      words: toQueryWords(counts, parsed.isPassage),
      vector: this.#words?.embed(foldLetters(query)) ?? null,
    });
    const ranked = await rankRows(rows, this.#names, parsed);
    return toHits(ranked, rows, { isPassage: parsed.isPassage, limit });
  }

  /** The rows of the current revisions of some scopes. */
  #currentRows(scopes: readonly string[]): RowSequence {
    // Callers differ in scopes without standards.
    const used = this.#current.used(scopes);
    const key = used.join(' ');
    const known = this.#sequences.get(key);
    if (known) return known;
    const sequence = this.#toRows(this.#current.of(used));
    this.#sequences.set(key, sequence);
    return sequence;
  }

  #toRows(documents: readonly IndexedDocument[]): RowSequence {
    const found = documents.map((document) => {
      const segment = this.#segments.get(document.key);
      if (!segment) throw new Error(`revision ${document.revisionId} is not indexed`);
      return { ...document, segment };
    });
    return toRowSequence(found);
  }

  close(): void {
    this.#texts.close();
    this.#tokenizer.close();
  }

  #addUse(key: string): void {
    this.#uses.set(key, (this.#uses.get(key) ?? 0) + 1);
    this.#spare.delete(key);
  }

  #endUse(key: string): void {
    const left = (this.#uses.get(key) ?? 1) - 1;
    if (left > 0) {
      this.#uses.set(key, left);
      return;
    }
    this.#uses.delete(key);
    const isUnwanted = this.#unwanted.delete(key);
    const segment = this.#segments.get(key);
    if (!segment) return;
    if (isUnwanted) this.#removeSegment(key, segment);
    else this.#spareSegment(key, segment);
  }

  #spareSegment(key: string, segment: Segment): void {
    this.#spare.set(key, segment);
    // The cache refuses a segment that is larger than itself.
    if (!this.#spare.has(key)) this.#removeSegment(key, segment);
  }

  #removeSegment(key: string, segment: Segment): void {
    const { firstId, size } = segment;
    this.#segments.delete(key);
    this.#directory.remove(segment);
    this.#freeSlots.push(segment.slot);
    this.#texts.remove(firstId, firstId + size - 1);
  }
}
