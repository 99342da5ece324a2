/** A row that a search in OpenSearch has found. */

import { NO_PARENT } from '../engine/row-steps.ts';
import type { FoundRow } from '../engine/searched-rows.ts';
import type { StoredRow } from '../engine/text-store.ts';
import { type ByteVector, similarityOf } from '../engine/vector-table.ts';
import type { ContentInCluster } from './contents-in-cluster.ts';
import { unpackAbout } from './row-about.ts';
import { rowIdOf, termInIndex } from './row-documents.ts';
import type { FoundDocument } from './search-cluster.ts';

interface Found {
  contentId: string;
  content: ContentInCluster;
  /** The place of the first row of its content. */
  firstPlace: number;
  row: number;
  keywordScore: number;
  /** The vector of the query; null without word vectors. */
  query: ByteVector | null;
}

export class ClusterRow implements FoundRow {
  readonly id: string;
  readonly place: number;
  readonly content: ContentInCluster;
  readonly parentPlace: number;
  readonly isNote: boolean;
  readonly keywordScore: number;
  readonly similarity: number | null;
  /** What is shown of it, where the search has asked for that. */
  readonly shown: StoredRow | undefined;
  #impacts: object = {};

  constructor(document: FoundDocument, { contentId, content, firstPlace, row, keywordScore, query }: Found) {
    const { parent, isNote, vector } = unpackAbout(String(document.fields.about?.[0]));
    this.id = rowIdOf(contentId, row);
    this.place = firstPlace + row;
    this.content = content;
    this.parentPlace = parent === NO_PARENT ? NO_PARENT : firstPlace + parent;
    this.isNote = isNote;
    this.keywordScore = keywordScore;
    this.similarity = query && (vector ? similarityOf(query, vector) : 0);
    this.shown = toShown(document);
  }

  hasTerm(term: string): boolean {
    return Object.hasOwn(this.#impacts, termInIndex(term));
  }

  /** Reads what is shown of it, and its terms. */
  readFrom(document: FoundDocument): StoredRow | undefined {
    this.#impacts = Object(document.source.impacts);
    return toShown(document);
  }
}

/** A row as this store has found it. @throws Error for a row of another store */
export function toClusterRow(row: FoundRow): ClusterRow {
  if (row instanceof ClusterRow) return row;
  throw new Error('a row of another store');
}

function toShown({ source }: FoundDocument): StoredRow | undefined {
  const { shown } = Object(source);
  return shown;
}
