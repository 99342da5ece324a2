/**
 * HTTP client and stopwatch of the benchmarks, and p50 and p99 of repeated work, with or without warm-up.
 * node:http with keep-alive costs less than fetch.
 */
import { Agent } from 'node:http';
import { exchangeBytes, headerList } from '../test/world/raw-http.ts';

interface BenchResponse {
  status: number;
  etag: string | undefined;
  bytes: Buffer;
}

interface BenchRequest {
  method: string;
  path: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

/** Sends requests to one server over at most `connections` connections. */
export class BenchClient {
  readonly #base: string;
  readonly #agent: Agent;
  readonly #headers: Record<string, string>;

  constructor(base: string, headers: Record<string, string>, connections = 1) {
    this.#base = base;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#headers = headers;
  }

  async send({ method, path, body, headers }: BenchRequest): Promise<BenchResponse> {
    const own = headerList({ ...this.#headers, ...headers });
    const sent = { method, path, body, headers: body ? [...own, 'content-type', 'application/json'] : own };
    const { status, headers: received, bytes } = await exchangeBytes(this.#base, sent, this.#agent);
    return { status, etag: received.etag, bytes };
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface Percentiles {
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const quantile = (sorted: number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;

/** Collects the times of one operation. */
export class Stopwatch {
  readonly #times: number[] = [];

  async time<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#times.push(performance.now() - started);
    return result;
  }

  reset(): void {
    this.#times.length = 0;
  }

  read(): Percentiles {
    const sorted = this.#times.toSorted((a, b) => a - b);
    return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
  }
}

/**
 * Runs `work` sequentially, as often unmeasured as measured: the first hundred saves of a new process take
 * half as long again, because of compilation.
 */
export async function timeSequentially(
  count: number,
  work: (round: number) => Promise<void>,
): Promise<Percentiles> {
  await timeWithoutWarmUp(count, work);
  return timeWithoutWarmUp(count, work, count);
}

/** The same without unmeasured runs. */
export async function timeWithoutWarmUp(
  count: number,
  work: (round: number) => Promise<void>,
  firstRound = 0,
): Promise<Percentiles> {
  const stopwatch = new Stopwatch();
  for (let round = firstRound; round < firstRound + count; round += 1)
    await stopwatch.time(() => work(round));
  return stopwatch.read();
}
