/**
 * Test fixture: a search engine in memory, or with its rows in the OpenSearch of the tests, where `npm run dev --
 * test:opensearch` has started one. The suites of search run on either.
 */
import { randomUUID } from 'node:crypto';
import { openSearchUrl } from '../../test/test-servers.ts';
import { type RowReader, SearchEngine } from './engine/search-engine.ts';
import type { WordVectors } from './engine/word-vectors.ts';
import { openClusterEngine } from './opensearch/open-cluster-engine.ts';
import type { OpenEngine } from './search-thread.ts';

/** An engine on an index that others use too: see `testKey`. */
export async function openTestEngine(readRows: RowReader, vectors: WordVectors | null): Promise<OpenEngine> {
  const url = openSearchUrl();
  if (url === null) return new SearchEngine(readRows, () => vectors);
  const model = { vectors, digest: vectors ? 'words' : '' };
  return openClusterEngine(readRows, { nodes: [url], owner: 'tests' }, model, (reason) => {
    throw reason;
  });
}

/** A key of a content that no other test has. */
export const testKey = (): string => randomUUID();
