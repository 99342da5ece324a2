/**
 * Health of the servers behind a node (MongoDB, NATS, Redis, S3), from cached probes of at most half a
 * second.
 */
import { withTimeLimit } from '../../time-limit.ts';

const BACKING_SERVER_NAMES = ['mongodb', 'nats', 'redis', 's3'] as const;
export type BackingServerName = (typeof BACKING_SERVER_NAMES)[number];
export type BackingServerHealth = Partial<Record<BackingServerName, 'up' | 'down'>>;

/** Response of the liveness action of a service. */
export interface NodeHealth {
  servers: BackingServerHealth;
  /** Missing parts of its services, such as word vectors, in sentences. */
  limitations: string[];
}

/** A slower server counts as down. */
const PROBE_TIMEOUT_MS = 500;
/** Health is public, so results are cached. */
const CACHE_TTL_MS = 200;
/** A probe without a result is repeated after this time, on another connection. */
const PENDING_PROBE_TTL_MS = 10_000;

interface Probe {
  result: Promise<boolean>;
  expiresAt: number;
}

export class BackingServers {
  readonly #checks = new Map<BackingServerName, () => Promise<unknown>>();
  readonly #latest = new Map<BackingServerName, Probe>();

  /** @param check resolves when the server responds, rejects when it does not */
  add(name: BackingServerName, check: () => Promise<unknown>): void {
    this.#checks.set(name, check);
  }

  /** Takes at most half a second. */
  async health(): Promise<BackingServerHealth> {
    const results = [...this.#checks.keys()].map(async (name) => {
      const isUp = await withTimeLimit(this.#probe(name), PROBE_TIMEOUT_MS, () => false);
      return [name, isUp ? 'up' : 'down'] as const;
    });
    return Object.fromEntries(await Promise.all(results));
  }

  #probe(name: BackingServerName): Promise<boolean> {
    const known = this.#latest.get(name);
    if (known && performance.now() < known.expiresAt) return known.result;
    const check = this.#checks.get(name) ?? (async () => undefined);
    const probe: Probe = {
      result: check().then(
        () => true,
        () => false,
      ),
      expiresAt: performance.now() + PENDING_PROBE_TTL_MS,
    };
    this.#latest.set(name, probe);
    void probe.result.then(() => {
      probe.expiresAt = performance.now() + CACHE_TTL_MS;
    });
    return probe.result;
  }
}

export const unavailableServers = (health: BackingServerHealth): BackingServerName[] =>
  BACKING_SERVER_NAMES.filter((name) => health[name] === 'down');
