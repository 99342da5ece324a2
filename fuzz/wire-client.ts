/** One request as bytes on the wire and its answer: node:http, because fetch would tidy paths and headers that are meant to be untidy. */
import { Agent, type IncomingHttpHeaders, request as open } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';

export interface WireRequest {
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | null;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body after its content encoding was taken off. */
  readonly text: string;
  readonly ms: number;
}

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
};

/** Longer than any answer may take: what is slower is told as an answer that never came. */
const TIMEOUT_MS = 60_000;

export class WireClient {
  readonly base: string;
  readonly #host: string;
  readonly #port: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(base: string) {
    const { hostname, port } = new URL(base);
    this.base = base;
    this.#host = hostname;
    this.#port = port;
  }

  /** @throws the error of the connection when there is no answer; one that was closed between two requests is opened again */
  async send(request: WireRequest): Promise<WireResponse> {
    try {
      return await this.#once(request);
    } catch (error) {
      // A server may close an idle connection, or one whose body it refused, while the next request is on its way.
      if (error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))
        return this.#once(request);
      throw error;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #once({ method, target, headers, body }: WireRequest): Promise<WireResponse> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const sent = open(
        {
          host: this.#host,
          port: this.#port,
          method,
          path: target,
          agent: this.#agent,
          timeout: TIMEOUT_MS,
          headers: {
            ...headers,
            ...(body && !('transfer-encoding' in headers) ? { 'content-length': String(body.length) } : {}),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const bytes = Buffer.concat(chunks);
            const unpack = bytes.length > 0 ? DECOMPRESS[response.headers['content-encoding'] ?? ''] : undefined;
            const text = (unpack?.(bytes) ?? bytes).toString('utf8');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ms: performance.now() - began });
          });
        },
      );
      sent.once('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
      sent.once('error', reject);
      sent.end(body ?? undefined);
    });
  }
}
