/** The rows of one search in the memory of this process: segments, and their texts in the text store. */
import { type QueryTerm, scoreRows, weighTerms } from './keyword-scores.ts';
import type { QueryWord } from './number-words.ts';
import { type RowSequence, type SegmentInSequence, segmentOfRow, toRows } from './row-sequence.ts';
import { NO_PARENT } from './row-steps.ts';
import type {
  FoldedTexts,
  FoundRow,
  SearchedContent,
  SearchedRows,
  SelectedRows,
  Selection,
} from './searched-rows.ts';
import { selectHighest, selectLowest } from './select-best.ts';
import type { TermDirectory } from './term-directory.ts';
import type { StoredRow, TextStore } from './text-store.ts';
import { type ByteVector, signsOf, toBytes } from './vector-table.ts';
import { DIMENSIONS } from './word-vectors.ts';

interface Parts {
  texts: TextStore;
  directory: TermDirectory;
}

/** What is looked for: words, and the vector of the whole query; null without word vectors. */
interface Query {
  words: readonly QueryWord[];
  vector: Float32Array | null;
}

export class SegmentRows implements SearchedRows {
  readonly words: readonly QueryTerm[];
  readonly #parts: Parts;
  readonly #set: RowSequence;
  readonly #vector: Float32Array | null;
  readonly #bytes: ByteVector | null;
  readonly #scores: Float32Array;
  /** The rows with a score. */
  readonly #matches: Uint32Array;
  /** By phrase: the number of a clause is a phrase too. */
  readonly #withPhrase = new Map<string, Uint32Array>();

  constructor(parts: Parts, set: RowSequence, { words, vector }: Query) {
    this.#parts = parts;
    this.#set = set;
    this.#vector = vector;
    this.#bytes = vector && toBytes(vector);
    this.words = weighTerms(parts.directory, words, set);
    const { scores, matches } = scoreRows(this.words, set);
    this.#scores = scores;
    this.#matches = matches;
  }

  get mostMatches(): number {
    return this.#matches.length;
  }

  get contents(): readonly SearchedContent[] {
    return this.#set.segments;
  }

  async select(selection: Selection): Promise<SelectedRows> {
    if (selection.by === 'first') {
      const wanted = new Set<SearchedContent>(selection.contents);
      const firsts = this.#set.segments.filter((place) => wanted.has(place) && place.size > 0);
      return { rows: firsts.map((place) => this.#toFound(place, place.offset)), areAll: true };
    }
    if (selection.by === 'meaning')
      return { rows: this.#toRows(this.#findSimilar(selection.limit)), areAll: false };
    const places = this.#placesOf(selection);
    const { limit } = selection;
    return { rows: this.#toRows(selectHighest(this.#scores, places, limit)), areAll: places.length <= limit };
  }

  async read(rows: readonly FoundRow[]): Promise<StoredRow[]> {
    return rows.map((row) => this.#parts.texts.read(idOf(row)));
  }

  async readFolded(rows: readonly FoundRow[]): Promise<FoldedTexts[]> {
    return rows.map((row) => this.#parts.texts.readFolded(idOf(row)));
  }

  #placesOf(selection: Exclude<Selection, { by: 'first' | 'meaning' }>): Uint32Array {
    const { texts } = this.#parts;
    switch (selection.by) {
      case 'keywords':
        return this.#matches;
      case 'address':
        return toRows(this.#set, texts.findAddress(selection.address));
      case 'fieldsAt':
        return toRows(this.#set, texts.findFieldsAt(selection.address));
      case 'label':
        return toRows(this.#set, texts.findLabel(selection.label));
      case 'phrase':
        return this.#placesWith(selection.phrase);
      case 'beginning':
        return toRows(this.#set, texts.findBeginning(selection.phrases));
    }
  }

  #placesWith(phrase: string): Uint32Array {
    const known = this.#withPhrase.get(phrase);
    if (known) return known;
    const places = toRows(this.#set, this.#parts.texts.findPhrase(phrase));
    this.#withPhrase.set(phrase, places);
    return places;
  }

  /** The rows whose vectors have most signs in common with the query's. */
  #findSimilar(limit: number): number[] {
    const { segments, size } = this.#set;
    if (!this.#vector) return [];
    const differences = new Uint16Array(size).fill(DIMENSIONS);
    const signs = signsOf(this.#vector);
    for (const { segment, offset } of segments)
      segment.vectors?.countDifferences(signs, differences.subarray(offset, offset + segment.size));
    return selectLowest(differences, limit, DIMENSIONS);
  }

  #toRows(places: readonly number[]): FoundRow[] {
    return places.flatMap((place) => {
      const at = segmentOfRow(this.#set, place);
      return at ? [this.#toFound(at, place)] : [];
    });
  }

  #toFound(at: SegmentInSequence, place: number): FoundRow {
    return new SegmentRow(this.#parts, at, place, this.#scores[place] ?? 0, this.#bytes);
  }
}

/** The id of a row in the text store. @throws Error for a row of another store */
function idOf(row: FoundRow): number {
  if (!(row instanceof SegmentRow)) throw new Error('a row of another store');
  return row.id;
}

class SegmentRow implements FoundRow {
  readonly place: number;
  readonly content: SegmentInSequence;
  readonly keywordScore: number;
  readonly similarity: number | null;
  readonly #parts: Parts;
  /** In its segment. */
  readonly #row: number;

  constructor(
    parts: Parts,
    content: SegmentInSequence,
    place: number,
    keywordScore: number,
    query: ByteVector | null,
  ) {
    this.#parts = parts;
    this.#row = place - content.offset;
    this.place = place;
    this.content = content;
    this.keywordScore = keywordScore;
    this.similarity = query && (content.segment.vectors?.similarity(this.#row, query) ?? 0);
  }

  get parentPlace(): number {
    const parent = this.content.segment.parents[this.#row] ?? NO_PARENT;
    return parent === NO_PARENT ? NO_PARENT : this.content.offset + parent;
  }

  get id(): number {
    return this.content.segment.firstId + this.#row;
  }

  get isNote(): boolean {
    return this.content.segment.isNote[this.#row] === 1;
  }

  hasTerm(term: string): boolean {
    return this.#parts.directory.contains(term, this.content.segment, this.#row);
  }
}
