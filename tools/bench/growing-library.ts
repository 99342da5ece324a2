/**
 * Measurement of a growing library for `tools/bench/run.ts`: times of one user's operations in a large library
 * beside a small one on another service, and search in 100,000 clauses.
 */
import { createKey, identify, registerAccount, SPECIFIER_PERMISSIONS } from '../world/accounts.ts';
import { LibraryLoader } from '../world/library-loader.ts';
import { type ComparisonRow, describeComparison, MAX_GROWTH, timeInTurn } from './comparison.ts';
import { BenchClient } from './http-measurement.ts';
import { LibraryUser } from './library-user.ts';
import type { ServiceMeter } from './meter.ts';
import { measureSearch, publishAndFind } from './search-times.ts';

interface LibraryMeasurements {
  growth: ComparisonRow[];
  /** Sizes of the two libraries, in words. */
  sizes: readonly [small: string, large: string];
}

const SMALL_STANDARDS = 20;
const SEARCHED_CLAUSES = 100_000;
const ROUNDS = 100;

type Log = (line: string) => void;

/** A library on a service of its own, with the person who loads and uses it. */
class Library {
  readonly user: LibraryUser;
  readonly loader: LibraryLoader;
  #growths = 0;

  private constructor(user: LibraryUser) {
    this.user = user;
    this.loader = user.loader;
  }

  static async open(base: string): Promise<Library> {
    const session = await registerAccount(base, `library-${Date.now()}`, 'National Library');
    const { companyId } = await identify(session);
    const { client: api, secret } = await createKey(session, [
      ...SPECIFIER_PERMISSIONS,
      'standard:customize',
    ]);
    const sender = new BenchClient(base, { authorization: `Bearer ${secret}` });
    const metadata = { name: 'Measured', subject_type: 'company' } as const;
    const { id: categoryId } = await api.call('categories.create', metadata);
    return new Library(new LibraryUser({ api, sender, categoryId, companyId }, new LibraryLoader(api)));
  }

  /** Loads until the library is so large, and waits until all of it is indexed. */
  async grow(target: Parameters<LibraryLoader['load']>[0], log: Log): Promise<void> {
    await this.loader.load(target, log);
    this.#growths += 1;
    await publishAndFind(this.user.account, `growth${this.#growths}word`);
  }

  get size(): string {
    const { standards, clauses } = this.loader.size;
    return `${standards} standards, ${clauses} clauses`;
  }

  close(): void {
    this.user.account.sender.close();
  }
}

/**
 * @param smallBase a service for the small library
 * @param base a service for the large one
 * @param standards of the large library
 * @param meter of the service for the large one
 */
export async function measureLibrary(
  smallBase: string,
  base: string,
  standards: number,
  meter: ServiceMeter,
): Promise<LibraryMeasurements> {
  const { log } = meter;
  const small = await Library.open(smallBase);
  const large = await Library.open(base);
  await small.grow({ standards: SMALL_STANDARDS }, log);
  await large.grow({ standards, clauses: SEARCHED_CLAUSES }, log);
  await measureSearch(large.user.account, meter);
  await large.grow({ standards }, log);
  const growth = await compare(small.user, large.user, log);
  small.close();
  large.close();
  return { growth, sizes: [small.size, large.size] };
}

/** Times each operation in turn in both libraries. */
async function compare(small: LibraryUser, large: LibraryUser, log: Log): Promise<ComparisonRow[]> {
  const smallOperations = await small.prepareOperations();
  const largeOperations = await large.prepareOperations();
  const rows: ComparisonRow[] = [];
  for (const [operation, runSmall] of smallOperations) {
    const runLarge = largeOperations.get(operation);
    if (!runLarge) throw new Error(`no operation ${operation} in the large library`);
    const times = await timeInTurn(ROUNDS, runSmall, runLarge);
    const row = { operation, ...times, maxRatio: MAX_GROWTH };
    rows.push(row);
    log(describeComparison(row));
  }
  return rows;
}
