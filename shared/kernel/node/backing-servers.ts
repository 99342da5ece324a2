/** The servers behind a node: which of them answer at this moment (decisions E3). */

export const BACKING_SERVER_NAMES = ['mongodb', 'nats', 'redis', 's3'] as const;
export type BackingServerName = (typeof BACKING_SERVER_NAMES)[number];
export type BackingServerHealth = Partial<Record<BackingServerName, 'up' | 'down'>>;

/** One that takes longer counts as away; it may stand still without ever saying so. */
const PROBE_TIMEOUT_MS = 500;
/** Anybody may ask for health, however often: the servers are asked this seldom. */
const CACHE_TTL_MS = 200;
/** A question that had no answer for so long is put again, on another connection. */
const PENDING_PROBE_TTL_MS = 10_000;

interface Probe {
  result: Promise<boolean>;
  /** Until when it need not be put again. */
  expiresAt: number;
}

export class BackingServers {
  readonly #checks = new Map<BackingServerName, () => Promise<unknown>>();
  readonly #latest = new Map<BackingServerName, Probe>();

  /** @param check resolves when the server answers, rejects when it is away */
  add(name: BackingServerName, check: () => Promise<unknown>): void {
    this.#checks.set(name, check);
  }

  /** How they stand, within half a second. */
  async health(): Promise<BackingServerHealth> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PROBE_TIMEOUT_MS);
    });
    const answers = [...this.#checks.keys()].map(async (name) => {
      const isUp = await Promise.race([this.#probe(name), late]);
      return [name, isUp ? 'up' : 'down'] as const;
    });
    const standing: BackingServerHealth = Object.fromEntries(await Promise.all(answers));
    clearTimeout(timer);
    return standing;
  }

  #probe(name: BackingServerName): Promise<boolean> {
    const known = this.#latest.get(name);
    if (known && performance.now() < known.expiresAt) return known.result;
    const check = this.#checks.get(name) ?? (async () => undefined);
    const question: Probe = {
      result: check().then(
        () => true,
        () => false,
      ),
      expiresAt: performance.now() + PENDING_PROBE_TTL_MS,
    };
    this.#latest.set(name, question);
    void question.result.then(() => {
      question.expiresAt = performance.now() + CACHE_TTL_MS;
    });
    return question.result;
  }
}

/** Those that are away. */
export const unavailableServers = (standing: BackingServerHealth): BackingServerName[] =>
  BACKING_SERVER_NAMES.filter((name) => standing[name] === 'down');
