/**
 * `npm run dev -- index-outage`: two nodes on one database, one of them stopped while the other publishes. Prints the
 * times of a publish before and during it, how long the search index of the stopped node takes to catch up, and whether
 * its hits equal those of a new index; exits with 1 when they differ or it takes over a minute. `--seconds 600` is the
 * whole experiment, the default a shorter one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { SaveBody } from '../../scripts/import/documents/outline-conversion.ts';
import {
  type DisposableService,
  startDisposableService,
} from '../../scripts/start/launcher/disposable-service.ts';
import { ApiError, RestClient } from '../../shared/rest-client/client.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../world/accounts.ts';
import { libraryDocuments } from '../world/national-library.ts';
import { createStandard, publishStandard } from '../world/standards.ts';
import { type Percentiles, Stopwatch } from './http-measurement.ts';
import { isFound } from './search-times.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const SECONDS = Number(values.seconds);
/** Publishes of each measurement. */
const ROUNDS = 100;
/** Target of the experiment. */
const MAX_CATCH_UP_MS = 60_000;
const QUERIES = [
  'door',
  'clear floor space',
  'audit records',
  'stair riser height',
  'sound insulation',
  'handrail',
];

const times = ({ p50, p99 }: Percentiles): string => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

/** Publishes documents one after another through one node. */
class Author {
  readonly api: RestClient;
  readonly #categoryId: number;
  readonly #documents = libraryDocuments();
  #word = 0;

  private constructor(api: RestClient, categoryId: number) {
    this.api = api;
    this.#categoryId = categoryId;
  }

  static async open(base: string): Promise<Author> {
    const session = await registerAccount(base, `outage-${Date.now()}`, 'Outage Specifiers');
    const { client } = await createKey(session, [...SPECIFIER_PERMISSIONS, 'standard:delete']);
    const { id } = await client.call('categories.create', { name: 'All', subject_type: 'company' });
    return new Author(client, id);
  }

  /** Publishes a standard with a word that no other has. @returns the word */
  async publishWord(): Promise<string> {
    this.#word += 1;
    const word = `marker${this.#word}word`;
    const id = await this.#create([{ address: '1', content: `The ${word} is new.` }]);
    await publishStandard(this.api, id);
    return word;
  }

  /** Times only the publish of one new document; of a deprecated standard nothing is indexed. */
  async publishNext(stopwatch: Stopwatch, isIndexed = true): Promise<void> {
    const { elements } = this.#documents.next().value;
    const id = await this.#create(elements);
    if (!isIndexed) await this.api.call('standards.deprecate', { id });
    await stopwatch.time(() => publishStandard(this.api, id));
  }

  async #create(elements: NonNullable<SaveBody['elements']>): Promise<number> {
    this.#word += 1;
    const metadata = {
      name: `Standard ${this.#word}`,
      category_id: this.#categoryId,
      subject_type: 'company',
    } as const;
    return (await createStandard(this.api, metadata, { elements })).id;
  }
}

const search = (api: RestClient, query: string) => api.call('standards.searchContent', { query, limit: 100 });

/** Waits until a node finds a word, whose index may still be built. */
async function awaitWord(api: RestClient, word: string): Promise<void> {
  while (!(await isFound(api, word).catch(isNotBuilt))) await pause(10);
}

/** @throws any other error */
function isNotBuilt(error: unknown): false {
  if (error instanceof ApiError && error.status === 503) return false;
  throw error;
}

async function run(writer: DisposableService, reader: DisposableService): Promise<void> {
  const author = await Author.open(writer.base);
  const readerApi = new RestClient(reader.base, author.api.credential);
  const stopwatch = new Stopwatch();
  const publishMany = async (isIndexed: boolean): Promise<Percentiles> => {
    stopwatch.reset();
    for (let round = 0; round < ROUNDS; round += 1) await author.publishNext(stopwatch, isIndexed);
    return stopwatch.read();
  };
  // The first hundred are not measured.
  await publishMany(true);
  console.log(`publish, not indexed: ${times(await publishMany(false))}`);
  console.log(`publish, indexed by two nodes: ${times(await publishMany(true))}`);
  await awaitWord(readerApi, await author.publishWord());

  process.kill(reader.pid, 'SIGSTOP');
  stopwatch.reset();
  let published = 0;
  try {
    for (const until = performance.now() + SECONDS * 1000; performance.now() < until; published += 1)
      await author.publishNext(stopwatch);
  } finally {
    process.kill(reader.pid, 'SIGCONT');
  }
  const continuedAt = performance.now();
  console.log(
    `publish, one index stopped for ${SECONDS} s: ${times(stopwatch.read())}, ${published} standards`,
  );
  await awaitWord(readerApi, await author.publishWord());
  const caughtUp = performance.now() - continuedAt;
  console.log(`the index has caught up after ${Math.round(caughtUp)} ms (target: ≤ ${MAX_CATCH_UP_MS} ms)`);

  const fresh = await startDisposableService('one process', { MONGODB_URI: writer.mongodbUri });
  try {
    const freshApi = new RestClient(fresh.base, author.api.credential);
    await awaitWord(freshApi, await author.publishWord());
    const differing = [];
    for (const query of QUERIES) {
      const [one, other] = [await search(readerApi, query), await search(freshApi, query)];
      if (!isDeepStrictEqual(one, other)) differing.push(query);
    }
    const outcome = differing.length === 0 ? 'has the same hits' : `has other hits: ${differing.join(', ')}`;
    console.log(`a new index ${outcome} (${QUERIES.length} queries of up to 100 hits with scores)`);
    if (differing.length > 0 || caughtUp > MAX_CATCH_UP_MS) process.exitCode = 1;
  } finally {
    await fresh.stop();
  }
}

const writer = await startDisposableService('one process');
try {
  const reader = await startDisposableService('one process', { MONGODB_URI: writer.mongodbUri });
  try {
    await run(writer, reader);
  } finally {
    await reader.stop();
  }
} finally {
  await writer.stop();
}
