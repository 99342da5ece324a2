/** The contents of one search in OpenSearch, and the filter that lets no others in. */
import type { IndexedDocument } from '../engine/current-revisions.ts';
import type { SearchedContent } from '../engine/searched-rows.ts';
import { contentIdOf } from './row-documents.ts';

/** A content to search, by its name in the index. */
export interface ContentInCluster extends SearchedContent {
  id: string;
}

/** OpenSearch takes 65,536 terms in a list. */
const MAX_LIST = 65_000;

/** The contents of some documents; those of the older standards come first. */
export function toContents(
  documents: readonly IndexedDocument[],
  sizeOf: (key: string) => number,
): ContentInCluster[] {
  const byKey = [...Map.groupBy(documents, ({ key }) => key)].map(([key, of]) => ({
    id: contentIdOf(key),
    size: sizeOf(key),
    documents: of.sort((a, b) => a.standardId - b.standardId),
  }));
  return byKey.sort((a, b) => firstStandardOf(a) - firstStandardOf(b) || (a.id < b.id ? -1 : 1));
}

const firstStandardOf = ({ documents }: SearchedContent): number => documents[0]?.standardId ?? 0;

/** Number of their rows. */
export const rowsOf = (contents: readonly SearchedContent[]): number =>
  contents.reduce((sum, { size }) => sum + size, 0);

/** Matches their rows. */
export function inContents(contents: readonly ContentInCluster[]): object {
  const lists: object[] = [];
  for (let from = 0; from < contents.length; from += MAX_LIST)
    lists.push({ terms: { content: contents.slice(from, from + MAX_LIST).map(({ id }) => id) } });
  return { bool: { should: lists, minimum_should_match: 1 } };
}
