/**
 * The search index of a node: a segment for each content, and shelves that say which revisions a scope
 * offers. A search reads the segments of its documents and nothing else, so neither its hits nor its scores
 * depend on what others have.
 */
import { LRUCache } from 'lru-cache';
import { decompressText } from '../../../../shared/kernel/database/compressed-text.ts';
import type { Outline } from '../../../../shared/revisioning/outline.ts';
import { presentClauses, presentElement, presentFields } from '../../revision/present-clauses.ts';
import { type Confidence, rateConfidence } from './confidence.ts';
import { parseQuery } from './parse-query.ts';
import { coverageOf, isNoteRow, rankRows } from './rank-rows.ts';
import { toSearchRows } from './rows.ts';
import { type SearchedDocument, toSearchedSet } from './searched-set.ts';
import { buildSegment, type Segment } from './segment.ts';
import { type StoredRow, TextStore } from './text-store.ts';
import type { WordVectors } from './word-vectors.ts';

/** A revision with the key of its content: its id, with the clauses that are withheld. */
export interface IndexedDocument extends SearchedDocument {
  key: string;
}

export interface SearchHit extends StoredRow {
  standardId: number;
  revisionId: number;
  confidence: Confidence;
  score: number;
}

export interface SearchRequest {
  query: string;
  /** Every revision on these shelves. */
  shelves: readonly string[];
  /** Further revisions. */
  documents: readonly IndexedDocument[];
  limit: number;
}

/** Hits, or the keys of documents that are not indexed yet. */
export interface SearchOutcome {
  hits: SearchHit[];
  missing: string[];
}

/** Rows of contents that no shelf has, kept for the next search of the same project. */
const MAX_UNSHELVED_ROWS = 100_000;

/** Characters of a hit in which its snippet is looked for, outside this thread. */
const MAX_SHOWN_CONTENT = 20_000;

export class SearchEngine {
  readonly #texts = new TextStore();
  readonly #segments = new Map<string, Segment>();
  readonly #shelves = new Map<string, Map<number, IndexedDocument>>();
  /** By key. */
  readonly #uses = new Map<string, number>();
  readonly #unshelved: LRUCache<string, Segment>;
  readonly #loadWords: () => WordVectors | null;
  #words: WordVectors | null | undefined;
  #nextId = 1;

  /** @param loadWords called before the first content is indexed */
  constructor(loadWords: () => WordVectors | null) {
    this.#loadWords = loadWords;
    this.#unshelved = new LRUCache({
      maxSize: MAX_UNSHELVED_ROWS,
      sizeCalculation: ({ size }) => size + 1,
      dispose: (segment, key, reason) => {
        if (reason === 'evict') this.#removeSegment(key, segment);
      },
    });
  }

  /** Indexes a content; no search finds it before it is complete. @param packed as `packContent` made it */
  async index(key: string, packed: Uint8Array, heldElementIds: readonly number[]): Promise<void> {
    if (this.#segments.has(key)) return;
    const outline: Outline = JSON.parse(decompressText(packed));
    const held = new Map(heldElementIds.map((id) => [id, { divergence: null }]));
    const elements = presentClauses({ elements: outline.elements.map(presentElement) }, held);
    const rows = toSearchRows(elements, presentFields(outline));
    const firstId = this.#nextId;
    this.#nextId += rows.length;
    this.#words ??= this.#loadWords();
    const segment = await buildSegment({ texts: this.#texts, words: this.#words }, rows, firstId);
    this.#segments.set(key, segment);
    this.#unshelved.set(key, segment);
  }

  /** Puts a standard on a shelf, in place of its earlier revision. False when its content is not indexed. */
  shelve(shelf: string, document: IndexedDocument): boolean {
    if (!this.#segments.has(document.key)) return false;
    const documents = this.#shelves.get(shelf) ?? new Map<number, IndexedDocument>();
    this.#shelves.set(shelf, documents);
    const earlier = documents.get(document.standardId);
    documents.set(document.standardId, document);
    this.#uses.set(document.key, (this.#uses.get(document.key) ?? 0) + 1);
    this.#unshelved.delete(document.key);
    if (earlier) this.#endUse(earlier.key);
    return true;
  }

  /** Takes a standard off a shelf. */
  unshelve(shelf: string, standardId: number): void {
    const document = this.#shelves.get(shelf)?.get(standardId);
    if (!document) return;
    this.#shelves.get(shelf)?.delete(standardId);
    this.#endUse(document.key);
  }

  /** The best hits, or the keys of the documents that must be indexed first. */
  search({ query, shelves, documents, limit }: SearchRequest): SearchOutcome {
    const missing = new Set<string>();
    const searched = [
      ...shelves.flatMap((shelf) => [...(this.#shelves.get(shelf)?.values() ?? [])]),
      ...documents,
    ];
    const found = searched.flatMap((document) => {
      const segment = this.#segments.get(document.key);
      this.#unshelved.get(document.key);
      if (!segment) missing.add(document.key);
      return segment ? [{ ...document, segment }] : [];
    });
    if (missing.size > 0) return { hits: [], missing: [...missing] };
    const set = toSearchedSet(found);
    const deps = { texts: this.#texts, words: this.#words ?? null };
    const { rows, terms } = rankRows(deps, set, query, parseQuery(query));
    const evidence = rows.slice(0, limit + 1).map((row) => ({
      ...row,
      coverage: coverageOf(row, terms),
      isNote: isNoteRow(row),
    }));
    const confidence = rateConfidence(evidence);
    const hits = evidence.flatMap(({ searched: { segment, documents: of }, row, score }, at): SearchHit[] => {
      const stored = this.#texts.read(segment.firstId + row);
      const content = stored.content.slice(0, MAX_SHOWN_CONTENT);
      return of.map(({ standardId, revisionId }) => ({
        ...stored,
        content,
        standardId,
        revisionId,
        confidence: confidence[at] ?? 'related',
        score: Math.round(score * 10_000) / 10_000,
      }));
    });
    return { hits: hits.slice(0, limit), missing: [] };
  }

  close(): void {
    this.#texts.close();
  }

  #endUse(key: string): void {
    const left = (this.#uses.get(key) ?? 1) - 1;
    if (left > 0) {
      this.#uses.set(key, left);
      return;
    }
    this.#uses.delete(key);
    const segment = this.#segments.get(key);
    if (segment) this.#unshelved.set(key, segment);
  }

  #removeSegment(key: string, { firstId, size }: Segment): void {
    this.#segments.delete(key);
    this.#texts.remove(firstId, firstId + size - 1);
  }
}
