/**
 * Benchmark of search in 100,000 clauses, the corpora several times over, through the gateway with a key; and
 * of the time from a publish until its text is found.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loadDocument } from '../scripts/demo/corpus-documents.ts';
import { RestClient } from '../scripts/rest-client/client.ts';
import { listMember, numberMember, stringMember } from '../scripts/rest-client/json.ts';
import { BenchClient, Stopwatch, timeSequentially } from './http-measurement.ts';
import type { OperationRow } from './operations.ts';

const CLAUSES = 100_000;
const ROUNDS = 300;
const FRESH_ROUNDS = 20;
const DOCUMENTS = [
  'ada-2010-standards',
  'sp800-53r5-moderate',
  'uk-approved-document-e',
  'uk-approved-document-k',
  'uk-approved-document-m-vol-2',
  'sp800-53r5-low',
];
const GRANT = [
  'standard:read',
  'standard:create',
  'standard:update',
  'standard:revision:save',
  'category:create',
];

/** An author with a category, and the standards it publishes. */
class Library {
  readonly key: string;
  readonly #client: RestClient;
  readonly #categoryId: number;

  private constructor(key: string, client: RestClient, categoryId: number) {
    this.key = key;
    this.#client = client;
    this.#categoryId = categoryId;
  }

  static async open(base: string): Promise<Library> {
    const session = await new RestClient(base).openSession('account.register', {
      email: `search-${Date.now()}@example.org`,
      password: 'correct horse battery',
      name: 'Search',
      company_name: 'Search Specifiers',
    });
    const key = stringMember(
      await session.post('/api/account/keys', { name: 'search', permissions: GRANT }),
      'secret',
    );
    const client = new RestClient(base, { key });
    const category = await client.post('/api/categories', { name: 'Search', subject_type: 'company' });
    return new Library(key, client, numberMember(category, 'id'));
  }

  async publish(name: string, elements: readonly object[]): Promise<void> {
    const { id } = await this.#client.post('/api/standards', {
      name,
      category_id: this.#categoryId,
      subject_type: 'company',
    });
    await this.#client.put(`/api/standards/${id}/working-copy`, { elements });
    await this.#client.post(`/api/standards/${id}/publish`, {});
  }

  async countHits(query: string): Promise<number> {
    return listMember(await this.#client.get(pathOf(query)), 'hits').length;
  }

  /** Waits until a word is found. */
  async awaitHit(query: string): Promise<void> {
    while ((await this.countHits(query)) === 0) await pause(2);
  }
}

const pathOf = (query: string): string => `/api/standards/search-content?query=${encodeURIComponent(query)}`;

export async function measureSearch(base: string, log: (line: string) => void): Promise<OperationRow[]> {
  const library = await Library.open(base);
  const documents = DOCUMENTS.map((name) => loadDocument(name));
  let clauses = 0;
  for (let count = 0; clauses < CLAUSES; count += 1) {
    const { title, elements } = documents[count % documents.length] ?? { title: '', elements: [] };
    await library.publish(`${title} ${count}`, elements);
    clauses += elements.length;
  }
  await library.publish('Last', [{ address: '1', content: 'Sesquipedalian' }]);
  await library.awaitHit('sesquipedalian');
  log(`search: ${clauses} clauses published and indexed`);

  const headings = documents.flatMap(({ elements }) =>
    elements.flatMap(({ toc_content: heading = '' }) => (/^\w+( \w+){0,3}$/.test(heading) ? [heading] : [])),
  );
  const advisories: { query: string }[] = JSON.parse(
    readFileSync(new URL('../test/corpora/search/ada-advisory-queries.json', import.meta.url), 'utf8'),
  );
  const sender = new BenchClient(base, { authorization: `Bearer ${library.key}` });
  const rows: OperationRow[] = [];
  const add = (operation: string, times: OperationRow['times']): void => {
    rows.push({ operation, times, perSecond: null });
    log(`${operation}: p50 ${times.p50.toFixed(1)} ms, p99 ${times.p99.toFixed(1)} ms`);
  };
  const timeQueries = (queries: readonly string[]) =>
    timeSequentially(ROUNDS, async (round) => {
      // A step that is prime to the length reaches every query.
      const path = pathOf(queries[(round * 7) % queries.length] ?? '');
      const { status } = await sender.send({ method: 'GET', path });
      if (status !== 200) throw new Error(`GET ${path}: ${status}`);
    });
  add('search, a few words', await timeQueries(headings));
  add('search, a paragraph', await timeQueries(advisories.map(({ query }) => query.slice(0, 1_000))));

  const stopwatch = new Stopwatch();
  for (let round = 0; round < FRESH_ROUNDS; round += 1) {
    const word = `fresh${round}word`;
    await library.publish(`Fresh ${round}`, [{ address: '1', content: `The ${word} is new.` }]);
    await stopwatch.time(() => library.awaitHit(word));
  }
  add('publish until found', stopwatch.read());
  sender.close();
  return rows;
}
