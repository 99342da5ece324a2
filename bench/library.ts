/**
 * Benchmark of a library that grows from 20 standards to a national one: what its size costs the operations of
 * one user, and search at 100,000 clauses on the way.
 */
import { createKey, identify, registerAccount, SPECIFIER_PERMISSIONS } from '../scripts/populate/accounts.ts';
import { LibraryLoader } from '../scripts/populate/library-loader.ts';
import { createStandard, publishStandard } from '../scripts/populate/standards.ts';
import type { RestClient } from '../scripts/rest-client/client.ts';
import { generateDocumentD, withRewordedClause } from './document-d.ts';
import { BenchClient, type Percentiles, Stopwatch, timeSequentially } from './http-measurement.ts';
import type { OperationRow } from './operations.ts';
import { measureSearch, publishAndFind, type Searcher, timeShortQueries } from './search.ts';

/** What an operation costs in a small library and in a large one. */
export interface GrowthRow {
  operation: string;
  small: Percentiles;
  large: Percentiles;
}

interface LibraryMeasurements {
  growth: GrowthRow[];
  search: OperationRow[];
  /** Sizes of the two libraries, in words. */
  sizes: readonly [small: string, large: string];
}

const SMALL_STANDARDS = 20;
const SEARCHED_CLAUSES = 100_000;
const ROUNDS = 100;
const PAGE = 20;
/** Prime to any number of standards. */
const STEP = 7_919;

/** @param standards of the large library */
export async function measureLibrary(
  base: string,
  standards: number,
  log: (line: string) => void,
): Promise<LibraryMeasurements> {
  const session = await registerAccount(base, `library-${Date.now()}`, 'National Library');
  const { companyId } = await identify(session);
  const { client: api, secret } = await createKey(session, [...SPECIFIER_PERMISSIONS, 'standard:customize']);
  const sender = new BenchClient(base, { authorization: `Bearer ${secret}` });
  const { id: categoryId } = await api.call('categories.create', {
    name: 'Measured',
    subject_type: 'company',
  });
  const loader = new LibraryLoader(api);
  const searcher: Searcher = { api, sender, categoryId };
  const user = new LibraryUser(searcher, loader, companyId);
  const sizeOf = (): string => `${loader.size.standards} standards, ${loader.size.clauses} clauses`;

  await loader.load({ standards: SMALL_STANDARDS }, log);
  await publishAndFind(searcher, 'smallword');
  const small = await user.measure(log);
  const smallSize = sizeOf();
  await loader.load({ standards, clauses: SEARCHED_CLAUSES }, log);
  await publishAndFind(searcher, 'mediumword');
  const search = await measureSearch(searcher, log);
  await loader.load({ standards }, log);
  await publishAndFind(searcher, 'largeword');
  const large = await user.measure(log);
  sender.close();
  const growth = [...small].map(([operation, times]) => ({
    operation,
    small: times,
    large: large.get(operation) ?? times,
  }));
  return { growth, search, sizes: [smallSize, sizeOf()] };
}

/** Somebody who works on document D, whatever else the library has. */
class LibraryUser {
  readonly #api: RestClient;
  readonly #sender: BenchClient;
  readonly #loader: LibraryLoader;
  readonly #categoryId: number;
  readonly #companyId: number;
  #names = 0;

  constructor({ api, sender, categoryId }: Searcher, loader: LibraryLoader, companyId: number) {
    this.#api = api;
    this.#sender = sender;
    this.#loader = loader;
    this.#categoryId = categoryId;
    this.#companyId = companyId;
  }

  async measure(log: (line: string) => void): Promise<Map<string, Percentiles>> {
    const times = new Map<string, Percentiles>();
    const add = (operation: string, measured: Percentiles): void => {
      times.set(operation, measured);
      log(`${operation}: p50 ${measured.p50.toFixed(1)} ms, p99 ${measured.p99.toFixed(1)} ms`);
    };
    const { size, standardIds } = this.#loader;
    const list = `/api/standards?subject_type=company&per_page=${PAGE}`;
    const lastPage = Math.floor(size.standards / PAGE);
    add('list 20', await this.#timeReads(() => list));
    add('list 20, last page', await this.#timeReads(() => `${list}&page=${lastPage}`));
    add('list 20 by name', await this.#timeReads(() => `${list}&sort=name`));
    add('list 20 with a part of the name', await this.#timeReads(() => `${list}&search=chapter`));

    const document = generateDocumentD();
    const { id } = await this.#createD();
    const { revision: first } = await publishStandard(this.#api, id);
    const reworded = withRewordedClause(document, 3, 'again');
    const { revision: second } = await publishStandard(this.#api, id, {}, reworded);
    add('read sealed', await this.#timeReads(() => `/api/standards/${id}?revisionId=${first.id}`));
    add('read current', await this.#timeReads(() => `/api/standards/${id}`));
    const any = (round: number): number => standardIds[(round * STEP) % standardIds.length] ?? 0;
    add('read current, any standard', await this.#timeReads((round) => `/api/standards/${any(round)}`));
    add(
      'compare',
      await this.#timeReads(() => `/api/standards/${id}/compare?from=${first.id}&to=${second.id}`),
    );
    const copy = await this.#api.call('standards.customize', {
      id,
      companyId: this.#companyId,
      name: this.#nextName(),
      sourceRevisionId: first.id,
    });
    add('merge plan', await this.#timeReads(() => `/api/standards/${copy.id}/merge-plan`));
    await this.#api.call('standards.edit', { id });
    add('read working copy', await this.#timeReads(() => `/api/standards/${id}/working-copy`));
    add('save', await this.#timeSaves(id));
    add('publish', await this.#timePublications());
    add('search, a few words', await timeShortQueries(this.#sender, ROUNDS));
    return times;
  }

  #nextName(): string {
    this.#names += 1;
    return `Measured ${this.#names}`;
  }

  #createD(): Promise<{ id: number }> {
    const about = { name: this.#nextName(), category_id: this.#categoryId, subject_type: 'company' } as const;
    return createStandard(this.#api, about, generateDocumentD());
  }

  #timeReads(pathOf: (round: number) => string): Promise<Percentiles> {
    return timeSequentially(ROUNDS, async (round) => {
      const path = pathOf(round);
      const { status } = await this.#sender.send({ method: 'GET', path });
      if (status !== 200) throw new Error(`GET ${path}: ${status}`);
    });
  }

  #timeSaves(id: number): Promise<Percentiles> {
    const document = generateDocumentD();
    return timeSequentially(ROUNDS, async (round) => {
      const body = Buffer.from(JSON.stringify(withRewordedClause(document, 3, `round ${round}`)));
      const path = `/api/standards/${id}/working-copy`;
      const { status } = await this.#sender.send({ method: 'PUT', path, body });
      if (status !== 200) throw new Error(`PUT ${path}: ${status}`);
    });
  }

  async #timePublications(): Promise<Percentiles> {
    const stopwatch = new Stopwatch();
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      if (round === ROUNDS) stopwatch.reset();
      const { id } = await this.#createD();
      await stopwatch.time(() => this.#api.call('standards.publish', { id }));
    }
    return stopwatch.read();
  }
}
