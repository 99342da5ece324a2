/** Requests as they are written: nothing is normalised on the way. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { isJsonObject, type JsonObject } from '../../scripts/rest-client/json.ts';

export interface RawRequest {
  method?: string;
  /** Exactly as it is to stand in the first line. */
  path: string;
  /** Names and values in turn, so that a name may stand twice. */
  headers?: readonly string[];
  body?: string | Buffer;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; empty for anything but JSON. */
  body: JsonObject;
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 });

/** Sends one request over HTTP/1.1; the address goes out as it is written here. */
export function sendRawRequest(base: string, { method = 'GET', path, headers = [], body }: RawRequest): Promise<RawResponse> {
  const { hostname, port, host } = new URL(base);
  const length = body === undefined && method === 'GET' ? [] : ['content-length', String(Buffer.byteLength(body ?? ''))];
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers: ['host', host, ...headers, ...length] }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = response.headers['content-type']?.includes('json') ? JSON.parse(text || '{}') : {};
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: isJsonObject(json) ? json : {} });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The headers of a JSON body by this key. */
export const keyHeaders = (secret: string): string[] => ['authorization', `Bearer ${secret}`, 'content-type', 'application/json'];

export interface RawExchange {
  /** All that came back. */
  text: string;
  /** How many answers that is. */
  responses: number;
  /** Whether the server hung up. */
  closed: boolean;
}

/** Writes bytes on a connection and listens until the server hangs up or says nothing for a while. */
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
    // A server that hangs up while we still write resets the connection.
    socket.on('error', () => finish(true));
  });
}

/** The status of the first answer of a conversation. */
export const firstStatus = ({ text }: RawExchange): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
