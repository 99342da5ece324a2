/** Runs several accounts as load on a deployment, and summarises their requests. */
import { randomUUID } from 'node:crypto';
import { LoadAccount, type SentRequest } from './load-account.ts';

/** Variables of a deployment without the limits of accounts, which would distort what is measured. */
export const UNLIMITED = {
  SLOT_LIMIT: '1000000',
  RATE_LIMIT_ANONYMOUS: '100000000',
  RATE_LIMIT_FREE: '100000000',
  RATE_LIMIT_COMPANY: '100000000',
  RATE_LIMIT_REGISTER: '100000000',
  RATE_LIMIT_INVITATIONS: '100000000',
};

/** Accounts of companies of their own, whose writes do not meet. */
export class Load {
  /** Every request, in the order in which they were sent. */
  readonly sent: SentRequest[] = [];
  readonly #accounts: LoadAccount[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #isOver = false;

  private constructor() {}

  static async create(base: string, count: number): Promise<Load> {
    const load = new Load();
    const suffix = randomUUID().slice(0, 8);
    for (let at = 0; at < count; at += 1) {
      const name = `Writer${at}-${suffix}`;
      load.#accounts.push(await LoadAccount.register(base, name, load.sent));
    }
    return load;
  }

  start(): void {
    this.#isOver = false;
    this.#running = Promise.all(
      this.#accounts.map(async (account) => {
        while (!this.#isOver) await account.writeOnce();
      }),
    );
    // `stop` gives the error.
    this.#running.catch(() => undefined);
  }

  /** Ends the load; every write that has begun is finished. @throws when a request was refused */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Acknowledged writes. */
  get acknowledged(): number {
    return this.#accounts.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  /** What is not as it was acknowledged, in sentences. */
  async check(): Promise<string[]> {
    return (await Promise.all(this.#accounts.map((account) => account.check()))).flat();
  }
}

/** Requests without a success, as the client saw them. */
export const failuresIn = (sent: readonly SentRequest[]): SentRequest[] =>
  sent.filter(({ status }) => status === null || status >= 400);

/** What a run of requests looked like, in one line. */
export function describeRun(sent: readonly SentRequest[]): string {
  const failures = failuresIn(sent);
  const ends = failures.map(({ at, milliseconds }) => at + milliseconds);
  const window = failures.length === 0 ? 0 : Math.max(...ends) - Math.min(...failures.map(({ at }) => at));
  const longest = Math.max(0, ...sent.map(({ milliseconds }) => milliseconds));
  const kinds = [...new Set(failures.map(({ status, code }) => `${status ?? 'no response'} ${code}`))];
  return [
    `${sent.length} requests, ${failures.length} failed`,
    ...(failures.length > 0 ? [`over ${(window / 1000).toFixed(1)} s (${kinds.join(', ')})`] : []),
    `longest ${(longest / 1000).toFixed(1)} s`,
  ].join(', ');
}
