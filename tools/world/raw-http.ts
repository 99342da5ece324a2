/**
 * Raw HTTP/1.1 client for tests, benchmarks and the fuzzer: requests with any path and headers, unchanged,
 * and bytes on a connection. fetch would normalise them.
 */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { isJsonObject, type JsonObject } from '../../shared/rest-client/json.ts';

export interface RawRequest {
  method?: string;
  /** Path and query, verbatim in the request line. */
  path: string;
  /**
   * Names and values in turn, so that a name may occur twice; host and content-length are added when they are
   * missing.
   */
  headers?: readonly string[];
  body?: string | Buffer;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body without its content encoding. */
  text: string;
  /** The parsed body; empty for anything but JSON. */
  body: JsonObject;
  /** How long it took until the last byte. */
  ms: number;
}

const sharedAgent = new Agent({ keepAlive: true, maxSockets: 128 });

/** Longer than any response should take. */
const TIMEOUT_MS = 60_000;

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
};

/** Sends one request. @throws the error of the connection when there is no response */
export async function sendRawRequest(base: string, sent: RawRequest): Promise<RawResponse> {
  const { bytes, ...response } = await exchangeBytes(base, sent);
  return { ...response, ...parseBody(response.headers, bytes) };
}

/** Sends a JSON body by this key. */
export const sendJsonByKey = (
  base: string,
  secret: string,
  method: string,
  path: string,
  body: JsonObject,
): Promise<RawResponse> =>
  sendRawRequest(base, { method, path, headers: keyHeaders(secret), body: JSON.stringify(body) });

/** The same as sendRawRequest without parsing the body. @param agent with the connections */
export function exchangeBytes(
  base: string,
  { method = 'GET', path, headers = [], body }: RawRequest,
  agent = sharedAgent,
): Promise<Pick<RawResponse, 'status' | 'headers' | 'ms'> & { bytes: Buffer }> {
  const { hostname, port, host } = new URL(base);
  const names = headers.filter((_, at) => at % 2 === 0);
  const framed = names.includes('transfer-encoding') || (body === undefined && method === 'GET');
  const own = [
    ...(names.includes('host') ? [] : ['host', host]),
    ...(framed ? [] : ['content-length', String(Buffer.byteLength(body ?? ''))]),
  ];
  const options = { agent, hostname, port, method, path, headers: [...own, ...headers], timeout: TIMEOUT_MS };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes: Buffer.concat(chunks), ms: performance.now() - began });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** @throws for a body that is not as its content-type or content-encoding says */
function parseBody(headers: IncomingHttpHeaders, bytes: Buffer): Pick<RawResponse, 'text' | 'body'> {
  const decompress = bytes.length > 0 ? DECOMPRESS[headers['content-encoding'] ?? ''] : undefined;
  const text = (decompress?.(bytes) ?? bytes).toString();
  const json = headers['content-type']?.includes('json') ? JSON.parse(text || '{}') : {};
  return { text, body: isJsonObject(json) ? json : {} };
}

/** Headers by name as names and values in turn. */
export const headerList = (headers: Readonly<Record<string, string | readonly string[]>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));

/** The headers of a JSON body by this key. */
export const keyHeaders = (secret: string): string[] => [
  'authorization',
  `Bearer ${secret}`,
  'content-type',
  'application/json',
];

interface RawExchange {
  /** Everything that was received. */
  text: string;
  /** Number of responses in it. */
  responses: number;
  /** Whether the server closed the connection. */
  closed: boolean;
}

/** Writes bytes on a connection and reads until the server closes it or sends nothing for a while. */
export function sendBytes(
  base: string,
  bytes: string | Buffer | readonly (string | Buffer)[],
  patience = 700,
): Promise<RawExchange> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      for (const piece of Array.isArray(bytes) ? bytes : [bytes]) socket.write(piece);
    });
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, responses: text.split(/^HTTP\/1\.1 \d{3} /m).length - 1, closed });
    };
    let timer = setTimeout(finish, patience, false);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(finish, patience, false);
    });
    socket.on('end', () => finish(true));
    // A server that closes the connection during a write resets it.
    socket.on('error', () => finish(true));
  });
}

/** The status of the first response of a conversation. */
export const firstStatus = ({ text }: RawExchange): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
