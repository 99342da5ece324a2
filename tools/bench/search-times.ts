/**
 * Measurement of search over HTTP with a key, for `growing-library.ts`: short queries, paragraphs, and the time
 * from a publish until its text is found. Other benchmarks use its queries and its wait for the index.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { createStandard, publishStandard } from '../world/standards.ts';
import { type BenchClient, Stopwatch } from './http-measurement.ts';
import type { ServiceMeter } from './meter.ts';

const ROUNDS = 300;
const FRESH_ROUNDS = 20;
const DOCUMENTS = ['ada-2010-standards', 'sp800-53r5-moderate', 'uk-approved-document-e'];

export const searchPath = (query: string): string =>
  `/api/standards/search-content?query=${encodeURIComponent(query)}`;

/** Clients of the account that searches, and the category of new standards. */
export interface Searcher {
  api: RestClient;
  sender: BenchClient;
  categoryId: number;
}

/** Queries of a few words: the short headings of the corpora. */
export const shortQueries = (): string[] =>
  DOCUMENTS.flatMap((name) => loadCorpus(name).elements).flatMap(({ toc_content: heading }) =>
    /^\w+( \w+){0,3}$/.test(heading) ? [heading] : [],
  );

/** The bar, in 100,000 clauses and more. */
const SEARCH_BAR = 'p50 ≤ 5 ms, p99 ≤ 30 ms';

/** Measures in a library that is indexed. */
export async function measureSearch(searcher: Searcher, meter: ServiceMeter): Promise<void> {
  const { sender } = searcher;
  const advisories: { query: string }[] = JSON.parse(
    readFileSync(new URL('../../test/corpora/search/ada-advisory-queries.json', import.meta.url), 'utf8'),
  );
  const measure = (operation: string, queries: readonly string[]): Promise<void> =>
    meter.measure({ operation, target: SEARCH_BAR }, sender, ROUNDS, (round) =>
      // A step that is prime to the length reaches every query.
      sender.read(searchPath(queries[(round * 7) % queries.length] ?? '')),
    );
  await measure('search, a few words', shortQueries());
  await measure(
    'search, a paragraph',
    advisories.map(({ query }) => query.slice(0, 1_000)),
  );
  const stopwatch = new Stopwatch();
  for (let round = 0; round < FRESH_ROUNDS; round += 1)
    await publishAndFind(searcher, `fresh${round}word`, stopwatch);
  meter.add({ operation: 'publish until found', target: '≤ 1 s', times: stopwatch.read() });
}

/** Publishes a new word and waits until it is found: then everything before it is indexed too. */
export async function publishAndFind(
  searcher: Searcher,
  word: string,
  stopwatch = new Stopwatch(),
): Promise<void> {
  await publishWord(searcher, word);
  await stopwatch.time(async () => {
    while (!(await isFound(searcher.api, word))) await pause(2);
  });
}

/** Publishes a standard with a word that no other has. */
export async function publishWord({ api, categoryId }: Searcher, word: string): Promise<void> {
  const metadata = { name: `Standard of ${word}`, category_id: categoryId, subject_type: 'company' } as const;
  const elements = [{ address: '1', content: `The ${word} is new.` }];
  const { id } = await createStandard(api, metadata, { elements });
  await publishStandard(api, id);
}

/** Whether a hit contains this word; hits by meaning alone do not count. */
export async function isFound(api: RestClient, word: string): Promise<boolean> {
  const { hits } = await api.call('standards.searchContent', { query: word });
  return hits.some(({ snippet }) => snippet.includes(word));
}
