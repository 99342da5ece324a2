/** Reads a JSON body within its limits (decisions G18; hardening H8). */
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import { type Exchange, shareOf } from '../exchange.ts';
import { keptBy } from './exact-numbers.ts';
import { ReceivedBody } from './received-body.ts';
import { type JsonBody, parseJsonBody } from './strict-json.ts';

/** What a body may have where its endpoint says nothing else (G18). */
export const DEFAULT_BODY_LIMIT = 8 * 1024 * 1024;
/** What anybody may send without a credential: a name, an address, a password (hardening C2, API4). */
const PUBLIC_BODY_LIMIT = 64 * 1024;

/**
 * The parsed body.
 * @throws MALFORMED_JSON, and what `receiveJsonBody` throws
 */
export async function readJsonBody(spec: EndpointSpec, exchange: Exchange): Promise<JsonBody> {
  const bytes = await receiveJsonBody(spec, exchange);
  return bytes === undefined ? { body: undefined, inexact: [] } : parseJsonBody(bytes, keptBy(spec.body ?? {}));
}

/**
 * The bytes of a body of JSON; undefined when there is none.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_REQUEST for one that is cut off or too slow,
 * SERVICE_UNAVAILABLE while its sender, or all together, have too much under way
 */
export async function receiveJsonBody(spec: EndpointSpec, exchange: Exchange): Promise<Buffer | undefined> {
  const { request } = exchange;
  // The content of a GET means nothing (RFC 9110, 9.3.1).
  if (spec.http?.startsWith('GET')) return undefined;
  const declared = Number(request.headers['content-length'] ?? 0);
  const hasBody = declared > 0 || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return undefined;
  const limit = spec.bodyLimitBytes ?? (spec.auth === 'none' ? PUBLIC_BODY_LIMIT : DEFAULT_BODY_LIMIT);
  if (declared > limit) throw tooLarge(limit);
  checkContentType(request.headers['content-type']);
  checkEncoding(request.headers['content-encoding']);
  const bytes = await receive(request, new ReceivedBody(shareOf(exchange)), limit);
  return bytes.length === 0 ? undefined : bytes;
}

/** How long a JSON body may take: at 1 Mbit/s the largest needs as long. */
const RECEIVE_MS = 120_000;
const tooSlow = (): Error => fail('MALFORMED_REQUEST', `The body took longer than ${RECEIVE_MS / 1000} seconds.`);

async function receive(request: IncomingMessage, body: ReceivedBody, limit: number): Promise<Buffer> {
  const late = setTimeout(() => request.destroy(tooSlow()), RECEIVE_MS);
  try {
    // A refused body is not destroyed here: the exchange lets its rest pass for a moment, so that its sender reads the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      if (body.size + bytes.length > limit) throw tooLarge(limit);
      body.add(bytes);
    }
    return body.bytes;
  } catch (error) {
    if (isCutOff(error)) throw fail('MALFORMED_REQUEST', 'The request ended before its body did.');
    throw error;
  } finally {
    clearTimeout(late);
    body.end();
  }
}

/** Its sender went away, or sent what is no body: no failure of ours. */
const isCutOff = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

const tooLarge = (limit: number): Error => fail('PAYLOAD_TOO_LARGE', `The body may have at most ${limit} bytes.`);

function checkContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const json = type.trim() === 'application/json' || /^application\/[\w.-]+\+json$/.test(type.trim());
  if (!json) throw fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  if (charset && charset.replaceAll('"', '') !== 'charset=utf-8') throw fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.');
}

/** A packed body is not unpacked: a few kilobytes could become any number (H8). */
function checkEncoding(header: string | undefined): void {
  if (header === undefined || header.trim().toLowerCase() === 'identity') return;
  throw fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, not packed, and without Content-Encoding.');
}
