/** HTTP client and stopwatch of the benchmarks. node:http with keep-alive costs less than fetch. */
import { Agent, request } from 'node:http';

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
  readonly #base: URL;
  readonly #agent: Agent;
  readonly #headers: Record<string, string>;

  constructor(base: string, headers: Record<string, string>, connections = 1) {
    this.#base = new URL(base);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#headers = headers;
  }

  send({ method, path, body, headers }: BenchRequest): Promise<BenchResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: this.#base.hostname,
          port: this.#base.port,
          agent: this.#agent,
          method,
          path,
          headers: {
            ...this.#headers,
            ...headers,
            ...(body ? { 'content-type': 'application/json', 'content-length': String(body.length) } : {}),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              etag: response.headers.etag,
              bytes: Buffer.concat(chunks),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
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
