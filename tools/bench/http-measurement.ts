/**
 * HTTP client and stopwatch of the benchmarks, and p50 and p99 of repeated work, with or without warm-up.
 * node:http with keep-alive costs less than fetch.
 */
import { Agent } from 'node:http';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/rest-client/json.ts';
import { exchangeBytes, headerList } from '../world/raw-http.ts';

interface BenchResponse {
  status: number;
  etag: string | undefined;
  bytes: Buffer;
}

interface BenchRequest {
  method: string;
  path: string;
  /** JSON, unless the headers have another content-type. */
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
    const isJson = body !== undefined && !own.includes('content-type');
    const sent = { method, path, body, headers: isJson ? [...own, 'content-type', 'application/json'] : own };
    const { status, headers: received, bytes } = await exchangeBytes(this.#base, sent, this.#agent);
    return { status, etag: received.etag, bytes };
  }

  /** Bytes on its open connections so far, with headers. */
  bytes(): { sent: number; received: number } {
    const open = [this.#agent.sockets, this.#agent.freeSockets].flatMap((byHost) => Object.values(byHost));
    const sockets = open.flatMap((list) => list ?? []);
    return {
      sent: sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
      received: sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    };
  }

  /** Sends a JSON body, or none. @returns the parsed response @throws Error for an error response */
  async sendJson(method: string, path: string, body?: object | Buffer): Promise<JsonObject> {
    const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const response = await this.send({ method, path, ...(bytes ? { body: bytes } : {}) });
    const text = response.bytes.toString();
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    const parsed: JsonValue = text === '' ? {} : JSON.parse(text);
    return isJsonObject(parsed) ? parsed : {};
  }

  /** Reads without parsing, as a client that only shows the bytes. @throws Error for another status than 200 */
  async read(path: string): Promise<void> {
    const { status } = await this.send({ method: 'GET', path });
    if (status !== 200) throw new Error(`GET ${path}: ${status}`);
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
  work: (round: number) => Promise<unknown>,
): Promise<Percentiles> {
  await timeWithoutWarmUp(count, work);
  return timeWithoutWarmUp(count, work, count);
}

/** The same without unmeasured runs. */
export async function timeWithoutWarmUp(
  count: number,
  work: (round: number) => Promise<unknown>,
  firstRound = 0,
): Promise<Percentiles> {
  const stopwatch = new Stopwatch();
  for (let round = firstRound; round < firstRound + count; round += 1)
    await stopwatch.time(() => work(round));
  return stopwatch.read();
}
