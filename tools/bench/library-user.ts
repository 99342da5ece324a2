/**
 * The operations that `growing-library.ts` times as one user: lists, reads, comparison, merge plan, save, publish
 * and search. Lists, search and one of the reads use the whole library, the others copies of document D.
 */
import type { LibraryLoader } from '../world/library-loader.ts';
import { createStandard, publishStandard } from '../world/standards.ts';
import type { TimedRound } from './comparison.ts';
import { generateDocumentD, withRewordedClause } from './document-d.ts';
import type { Stopwatch } from './http-measurement.ts';
import { type Searcher, searchPath, shortQueries } from './search-times.ts';

interface LibraryAccount extends Searcher {
  companyId: number;
}

const PAGE = 20;
/** Prime to any number of standards or queries here. */
const STEP = 7_919;

export class LibraryUser {
  readonly account: LibraryAccount;
  readonly loader: LibraryLoader;
  #names = 0;

  constructor(account: LibraryAccount, loader: LibraryLoader) {
    this.account = account;
    this.loader = loader;
  }

  /** The operations by name, on standards of their own. */
  async prepareOperations(): Promise<Map<string, TimedRound>> {
    const { api, companyId } = this.account;
    const { size, standardIds } = this.loader;
    const list = `/api/standards?subject_type=company&per_page=${PAGE}`;
    const any = (round: number): number => standardIds[(round * STEP) % standardIds.length] ?? 0;
    const { id } = await this.#createD();
    const { revision: first } = await publishStandard(api, id);
    const reworded = withRewordedClause(generateDocumentD(), 3, 'again');
    const { revision: second } = await publishStandard(api, id, {}, reworded);
    const name = this.#nextName();
    const copy = await api.call('standards.customize', { id, companyId, name, sourceRevisionId: first.id });
    await api.call('standards.edit', { id });
    const queries = shortQueries();
    return new Map<string, TimedRound>([
      ['list 20', this.#read(() => list)],
      ['list 20, last page', this.#read(() => `${list}&page=${Math.floor(size.standards / PAGE)}`)],
      ['list 20 by name', this.#read(() => `${list}&sort=name`)],
      ['list 20 with a part of the name', this.#read(() => `${list}&search=chapter`)],
      ['read sealed', this.#read(() => `/api/standards/${id}?revisionId=${first.id}`)],
      ['read current', this.#read(() => `/api/standards/${id}`)],
      ['read current, any standard', this.#read((round) => `/api/standards/${any(round)}`)],
      ['read working copy', this.#read(() => `/api/standards/${id}/working-copy`)],
      ['compare', this.#read(() => `/api/standards/${id}/compare?from=${first.id}&to=${second.id}`)],
      ['merge plan', this.#read(() => `/api/standards/${copy.id}/merge-plan`)],
      ['save', (round, stopwatch) => this.#save(id, round, stopwatch)],
      ['publish', (_round, stopwatch) => this.#publish(stopwatch)],
      [
        'search, a few words',
        this.#read((round) => searchPath(queries[(round * STEP) % queries.length] ?? '')),
      ],
    ]);
  }

  #nextName(): string {
    this.#names += 1;
    return `Measured ${this.#names}`;
  }

  #createD(): Promise<{ id: number }> {
    const { api, categoryId: category_id } = this.account;
    const metadata = { name: this.#nextName(), category_id, subject_type: 'company' } as const;
    return createStandard(api, metadata, generateDocumentD());
  }

  #read(pathOf: (round: number) => string): TimedRound {
    return (round, stopwatch) => stopwatch.time(() => this.#send('GET', pathOf(round)));
  }

  #save(id: number, round: number, stopwatch: Stopwatch): Promise<void> {
    const document = withRewordedClause(generateDocumentD(), 3, `round ${round}`);
    const body = Buffer.from(JSON.stringify(document));
    return stopwatch.time(() => this.#send('PUT', `/api/standards/${id}/working-copy`, body));
  }

  async #publish(stopwatch: Stopwatch): Promise<void> {
    const { id } = await this.#createD();
    await stopwatch.time(() => this.#send('POST', `/api/standards/${id}/publish`, Buffer.from('{}')));
  }

  async #send(method: string, path: string, body?: Buffer): Promise<void> {
    const { status } = await this.account.sender.send({ method, path, ...(body ? { body } : {}) });
    if (status !== 200) throw new Error(`${method} ${path}: ${status}`);
  }
}
