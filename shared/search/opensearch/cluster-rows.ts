/**
 * The rows of one search in OpenSearch. The weights of words come from counts of these rows alone, and the scores
 * from the stored impact of each term in a row, so that both are as in the index in memory: rows that this search does
 * not read influence neither.
 */
import { foldText } from '../engine/fold-text.ts';
import { bm25Factor, idfOf } from '../engine/keyword-scores.ts';
import type { QueryWord } from '../engine/number-words.ts';
import type {
  FoldedTexts,
  FoundRow,
  SearchedRows,
  SelectedRows,
  Selection,
  WeighedWord,
} from '../engine/searched-rows.ts';
import { addressTerm, labelTerm, type StoredRow } from '../engine/text-store.ts';
import type { Tokenizer } from '../engine/tokenizer.ts';
import { type ByteVector, toBytes } from '../engine/vector-table.ts';
import { ClusterRow, toClusterRow } from './cluster-row.ts';
import { type ContentInCluster, inContents, rowsOf } from './contents-in-cluster.ts';
import { START, termInIndex } from './row-documents.ts';
import type { FoundDocument, FoundDocuments, SearchCluster } from './search-cluster.ts';
import { SIGNS_IN_COMMON, toSigns } from './signs.ts';

interface Query {
  words: readonly QueryWord[];
  vector: Float32Array | null;
}

interface Parts {
  cluster: SearchCluster;
  tokenizer: Tokenizer;
}

/** OpenSearch takes 1,024 clauses in a query, and a word is two at most; the rest of a long text changes its hits little. */
const MAX_WORDS = 400;
/** OpenSearch returns no more. */
const MAX_ROWS = 10_000;
/** Most rows that are read to choose among equal scores. */
const MAX_TIED = 4_000;
/** More rows than a content has. */
const ROWS_PER_CONTENT = 2 ** 20;

/** The number of rows differs from that of the contents: a content was removed, or is being rewritten. */
export class RowsMissing extends Error {}

export class ClusterRows implements SearchedRows {
  readonly contents: readonly ContentInCluster[];
  readonly words: readonly WeighedWord[];
  readonly mostMatches: number;
  readonly #parts: Parts;
  readonly #vector: Float32Array | null;
  readonly #bytes: ByteVector | null;
  /** The contents by their names in the index, with their numbers here. */
  readonly #numbers: ReadonlyMap<string, number>;
  /** The terms of the query with what their impacts are multiplied with. */
  readonly #factors: ReadonlyMap<string, number>;
  #pending: { body: object; resolve: (found: FoundDocuments) => void; reject: (error: unknown) => void }[] =
    [];

  private constructor(
    parts: Parts,
    contents: readonly ContentInCluster[],
    { words, vector }: Query,
    postings: ReadonlyMap<string, number>,
  ) {
    this.#parts = parts;
    this.contents = contents;
    this.#vector = vector;
    this.#bytes = vector && toBytes(vector);
    this.#numbers = new Map(contents.map(({ id }, number) => [id, number]));
    const size = rowsOf(contents);
    this.mostMatches = [...postings.values()].reduce((sum, inRows) => sum + inRows, 0);
    this.words = words.map((word) => {
      const inRows = word.terms.reduce((sum, term) => sum + (postings.get(term) ?? 0), 0);
      return { ...word, idf: idfOf(size, inRows) };
    });
    const factors = new Map<string, number>();
    for (const word of this.words)
      for (const term of word.terms) {
        const name = termInIndex(term);
        if ((postings.get(term) ?? 0) > 0) factors.set(name, (factors.get(name) ?? 0) + bm25Factor(word));
      }
    this.#factors = factors;
  }

  /** Counts the words of a query in the rows of some contents. @throws RowsMissing, SearchUnavailable */
  static async open(parts: Parts, contents: readonly ContentInCluster[], query: Query): Promise<ClusterRows> {
    const words = query.words.slice(0, MAX_WORDS);
    const terms = [...new Set(words.flatMap(({ terms: of }) => of))];
    const filter = inContents(contents);
    const count = (more: readonly object[]): object => ({
      size: 0,
      track_total_hits: true,
      query: { bool: { filter: [filter, ...more] } },
    });
    const [all, ...counts] = await parts.cluster.search([
      count([]),
      ...terms.map((term) => count([{ rank_feature: impactField(termInIndex(term)) }])),
    ]);
    if (all?.total !== rowsOf(contents)) throw new RowsMissing('rows of a content are missing');
    const postings = new Map(terms.map((term, at) => [term, counts[at]?.total ?? 0]));
    return new ClusterRows(parts, contents, { ...query, words }, postings);
  }

  async select(selection: Selection): Promise<SelectedRows> {
    const limit = Math.min(
      MAX_ROWS - 1,
      selection.by === 'first' ? selection.contents.length : selection.limit,
    );
    const query = this.#queryFor(selection);
    if (query === null || limit === 0) return { rows: [], areAll: true };
    const documents = await this.#findWithTies(limit, {
      track_total_hits: false,
      // Of equal scores the same rows, whatever else is in the index.
      sort: [{ _score: 'desc' }, { content: 'asc' }, { row: 'asc' }],
      docvalue_fields: ['about'],
      ...(readsTexts(selection) ? { _source: ['shown'] } : { stored_fields: '_none_' }),
      query,
    });
    const rows = documents
      .map((document) => ({ row: this.#toFound(document, selection), score: Number(document.sort[0]) }))
      .sort((a, b) => b.score - a.score || a.row.place - b.row.place)
      .slice(0, limit)
      .map(({ row }) => row);
    return { rows, areAll: documents.length <= limit };
  }

  /**
   * The best rows and one more, which tells whether there are others; and all with the score of the last of them, because
   * OpenSearch does not know which of these comes first here.
   */
  async #findWithTies(limit: number, search: object): Promise<readonly FoundDocument[]> {
    for (let size = limit + 1; ; size = Math.min(4 * size, MAX_TIED)) {
      const { documents } = await this.#ask({ ...search, size });
      const isCut = documents.length === size && documents.at(-1)?.sort[0] === documents[limit - 1]?.sort[0];
      if (!isCut || size >= MAX_TIED) return documents;
    }
  }

  async read(rows: readonly FoundRow[]): Promise<(StoredRow | undefined)[]> {
    const found = rows.map(toClusterRow);
    const documents = await this.#parts.cluster.read(
      found.map(({ id }) => id),
      ['shown', 'impacts'],
    );
    return documents.map((document, at) => document && found[at]?.readFrom(document));
  }

  async readFolded(rows: readonly FoundRow[]): Promise<(FoldedTexts | undefined)[]> {
    return rows.map((row) => {
      const { shown } = toClusterRow(row);
      return shown && { heading: foldText(shown.heading), content: foldText(shown.content) };
    });
  }

  /** Null where nothing can match. */
  #queryFor(selection: Selection): object | null {
    const should = [...this.#factors].map(([term, boost]) => ({
      rank_feature: { ...impactField(term), boost },
    }));
    const of = (filter: readonly object[], least = 0): object => ({
      bool: { filter: [inContents(this.contents), ...filter], should, minimum_should_match: least },
    });
    switch (selection.by) {
      case 'keywords':
        return should.length === 0 ? null : of([], 1);
      case 'meaning': {
        if (!this.#vector) return null;
        const script = { source: SIGNS_IN_COMMON, params: toSigns(this.#vector) };
        return { script_score: { query: { bool: { filter: [inContents(this.contents)] } }, script } };
      }
      case 'address':
        return of([{ term: { place: addressTerm(selection.address, 'clause') } }]);
      case 'fieldsAt':
        return of([{ term: { place: addressTerm(selection.address, 'field') } }]);
      case 'label': {
        const term = labelTerm(selection.label);
        return term === '' ? null : of([{ term: { label: termInIndex(term) } }]);
      }
      case 'phrase':
        return this.#withPhrases([selection.phrase], [], of);
      case 'beginning':
        return this.#withPhrases(selection.phrases, [START], of);
      case 'first': {
        const wanted = new Set(selection.contents);
        const contents = this.contents.filter((content) => wanted.has(content));
        return contents.length === 0 ? null : of([inContents(contents), { term: { row: 0 } }]);
      }
    }
  }

  /** @param before words that stand before each phrase */
  #withPhrases(
    phrases: readonly string[],
    before: readonly string[],
    of: (filter: readonly object[]) => object,
  ): object | null {
    const wanted = this.#parts.tokenizer.words(phrases).filter((words) => words.length > 0);
    const should = wanted.flatMap((words) => {
      const phrase = [...before, ...words.map(termInIndex)].join(' ');
      return [{ match_phrase: { heading_words: phrase } }, { match_phrase: { content_words: phrase } }];
    });
    return wanted.length === 0 ? null : of([{ bool: { should, minimum_should_match: 1 } }]);
  }

  #toFound(document: FoundDocument, { by }: Selection): ClusterRow {
    const [score, contentId, row] = document.sort;
    const number = this.#numbers.get(String(contentId)) ?? -1;
    const content = this.contents[number];
    if (!content) throw new Error('a row of a content that is not searched');
    return new ClusterRow(document, {
      contentId: String(contentId),
      content,
      firstPlace: number * ROWS_PER_CONTENT,
      row: Number(row),
      // Rows next in meaning are looked for where all rows with a word are known.
      keywordScore: by === 'meaning' ? 0 : Number(score),
      query: this.#bytes,
    });
  }

  /** Sends all that is asked for at once in one request. */
  #ask(body: object): Promise<FoundDocuments> {
    const { promise, resolve, reject } = Promise.withResolvers<FoundDocuments>();
    if (this.#pending.length === 0) queueMicrotask(() => void this.#send());
    this.#pending.push({ body, resolve, reject });
    return promise;
  }

  async #send(): Promise<void> {
    const asked = this.#pending;
    this.#pending = [];
    try {
      const found = await this.#parts.cluster.search(asked.map(({ body }) => body));
      for (const [at, { resolve, reject }] of asked.entries()) {
        const answer = found[at];
        if (answer) resolve(answer);
        else reject(new Error('OpenSearch did not answer all searches'));
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

/** Rows of these selections are read to compare their texts. */
const readsTexts = ({ by }: Selection): boolean => by === 'phrase' || by === 'beginning';

const impactField = (term: string): object => ({ field: `impacts.${term}`, linear: {} });
