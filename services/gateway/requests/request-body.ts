/**
 * The JSON body of a request: received within limits of size, time and memory, and parsed. MCP receives the bytes and
 * parses them itself. Also discards the rest of a rejected body.
 */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { bodyLimitOf } from '../../../shared/contracts/body-limits.ts';
import { MEDIA_TYPES_OF_SPREADSHEETS } from '../../../shared/contracts/document-shapes.ts';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { hasSystemCode } from '../../../shared/kernel/errors/system-code.ts';
import { type JsonBody, parseJsonBody } from '../../../shared/kernel/json/strict-json.ts';
import { budgetOwnerKey, type HttpContext } from '../http-context.ts';
import type { MemoryBudget } from '../memory-budget.ts';
import { exactValueFilter } from './exact-numbers.ts';

/** The parsed body. @throws MALFORMED_JSON, and the errors of `receiveBodyBytes` */
export async function readJsonBody(spec: EndpointSpec, context: HttpContext): Promise<JsonBody> {
  const bytes = await receiveBodyBytes(spec, context);
  if (bytes !== undefined && spec.fileBody !== undefined && isFileItself(spec, context.request))
    return { body: { [spec.fileBody]: bytes.toString('base64') }, inexactNumbers: [] };
  return bytes === undefined
    ? { body: undefined, inexactNumbers: [] }
    : parseJsonBody(bytes, exactValueFilter(spec.body ?? {}));
}

const declaredLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/**
 * Whether a JSON body is received. The content of a GET has no meaning (RFC 9110, 9.3.1); a form is received by its
 * endpoint.
 */
export const hasJsonBody = ({ http, bodyEncoding }: EndpointSpec, request: IncomingMessage): boolean =>
  !http?.startsWith('GET') &&
  !bodyEncoding &&
  (declaredLength(request) > 0 || request.headers['transfer-encoding'] !== undefined);

/**
 * The bytes of a JSON body; undefined when there is none.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_REQUEST for a body that is cut off or too
 * slow, SERVICE_UNAVAILABLE when the memory budget is used up
 */
export async function receiveBodyBytes(
  spec: EndpointSpec,
  context: HttpContext,
): Promise<Buffer | undefined> {
  const { request } = context;
  if (!hasJsonBody(spec, request)) return undefined;
  const isFile = isFileItself(spec, request);
  // In base64 the file has to fit into the limit as well.
  const limit = isFile ? Math.floor((bodyLimitOf(spec) * 3) / 4) : bodyLimitOf(spec);
  if (declaredLength(request) > limit) throw tooLarge(limit);
  if (!isFile) assertJsonContentType(request.headers['content-type']);
  assertUncompressed(request.headers['content-encoding']);
  const bytes = await receiveBytes(
    request,
    new BodyBuffer(context.memory.bodies, budgetOwnerKey(context)),
    limit,
  );
  return bytes.length === 0 ? undefined : bytes;
}

/** Enough for the largest body at 1 Mbit/s. */
const RECEIVE_TIMEOUT_MS = 120_000;
const tooSlow = (): Error =>
  apiError('MALFORMED_REQUEST', `The body took longer than ${RECEIVE_TIMEOUT_MS / 1000} seconds.`);

async function receiveBytes(request: IncomingMessage, body: BodyBuffer, limit: number): Promise<Buffer> {
  const timer = setTimeout(() => request.destroy(tooSlow()), RECEIVE_TIMEOUT_MS);
  try {
    // A rejected body is not destroyed here but drained (`drainRequest`).
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      if (body.size + bytes.length > limit) throw tooLarge(limit);
      body.append(bytes);
    }
    return body.bytes;
  } catch (error) {
    if (hasSystemCode(error, 'ECONNRESET'))
      throw apiError('MALFORMED_REQUEST', 'The connection was closed before the whole body had arrived.');
    throw error;
  } finally {
    clearTimeout(timer);
    body.release();
  }
}

const tooLarge = (limit: number): Error =>
  apiError('PAYLOAD_TOO_LARGE', `The body must not exceed ${limit} bytes.`);

const FILE_TYPES: readonly string[] = [
  'application/octet-stream',
  ...Object.values(MEDIA_TYPES_OF_SPREADSHEETS).map(mediaType),
];

/** Whether the body is the file of `fileBody` itself, and not JSON that holds it. */
const isFileItself = ({ fileBody }: EndpointSpec, { headers }: IncomingMessage): boolean =>
  fileBody !== undefined && FILE_TYPES.includes(mediaType(headers['content-type'] ?? ''));

function mediaType(header: string): string {
  return header.toLowerCase().split(';', 1)[0]?.trim() ?? '';
}

function assertJsonContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  const json = type.trim() === 'application/json' || /^application\/[\w.-]+\+json$/.test(type.trim());
  if (!json) throw apiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  if (charset && charset.replaceAll('"', '') !== 'charset=utf-8')
    throw apiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as UTF-8.');
}

/**
 * Compressed bodies are refused: a few kilobytes could expand to any size.
 * @param header `Content-Encoding`
 * @throws UNSUPPORTED_MEDIA_TYPE
 */
export function assertUncompressed(header: string | undefined): void {
  if (header === undefined || header.trim().toLowerCase() === 'identity') return;
  throw apiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed, without Content-Encoding.');
}

const INITIAL_CAPACITY = 16 * 1024;

/** One growing buffer: a client that sends single bytes does not create an object for each. */
export class BodyBuffer {
  size = 0;
  readonly #budget: MemoryBudget;
  readonly #owner: string;
  readonly #releases: (() => void)[] = [];
  #buffer: Buffer = Buffer.alloc(0);

  constructor(budget: MemoryBudget, owner: string) {
    this.#budget = budget;
    this.#owner = owner;
  }

  /** @throws SERVICE_UNAVAILABLE when the budget is used up */
  append(chunk: Buffer): void {
    const needed = this.size + chunk.length;
    if (needed > this.#buffer.length) this.#grow(Math.max(this.#buffer.length * 2, needed, INITIAL_CAPACITY));
    this.size += chunk.copy(this.#buffer, this.size);
  }

  /** The bytes received so far; valid after `release` too. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.size);
  }

  /** Ends the reservation: the body is complete or refused. */
  release(): void {
    for (const release of this.#releases) release();
  }

  #grow(length: number): void {
    this.#releases.push(this.#budget.reserve(this.#owner, length - this.#buffer.length));
    const larger = Buffer.allocUnsafe(length);
    this.#buffer.copy(larger, 0, 0, this.size);
    this.#buffer = larger;
  }
}

const DRAIN_MS = 3_000;

/**
 * Reads and discards the rest of a rejected body, because a client that is still sending reads no response. Resolves
 * when the request has ended, at the latest after `DRAIN_MS`.
 */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => undefined);
}
