/** Requests as they are written: nothing is normalised on the way. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { isJson, type Json } from '../../scripts/rest-client/json.ts';

export interface Asked {
  method?: string;
  /** Exactly as it is to stand in the first line. */
  path: string;
  /** Names and values in turn, so that a name may stand twice. */
  headers?: readonly string[];
  body?: string | Buffer;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; empty for anything but JSON. */
  body: Json;
}

const agent = new Agent({ keepAlive: true, maxSockets: 128 });

/** Sends one request over HTTP/1.1; the address goes out as it is written here. */
export function ask(base: string, { method = 'GET', path, headers = [], body }: Asked): Promise<RawAnswer> {
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
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: isJson(json) ? json : {} });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The headers of a JSON body by this key. */
export const byKey = (secret: string): string[] => ['authorization', `Bearer ${secret}`, 'content-type', 'application/json'];

export interface Conversation {
  /** All that came back. */
  text: string;
  /** How many answers that is. */
  answers: number;
  /** Whether the server hung up. */
  closed: boolean;
}

/** Writes bytes on a connection and listens until the server hangs up or says nothing for a while. */
export function converse(
  base: string,
  bytes: string | Buffer | readonly (string | Buffer)[],
  patience = 700,
): Promise<Conversation> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => {
      for (const piece of Array.isArray(bytes) ? bytes : [bytes]) socket.write(piece);
    });
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, answers: text.split(/^HTTP\/1\.1 \d{3} /m).length - 1, closed });
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
export const statusOf = ({ text }: Conversation): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
