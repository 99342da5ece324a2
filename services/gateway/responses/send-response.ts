/**
 * Sends responses: JSON with its ETag or 304, compressed and in chunks within the memory budget, streams,
 * problem documents.
 */
import { pipeline } from 'node:stream/promises';
import { takesNoKey } from '../../../shared/contracts/endpoint-callers.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { toErrorInfo, toProblemDocument } from '../../../shared/kernel/errors/errors.ts';
import { hasSystemCode } from '../../../shared/kernel/errors/system-code.ts';
import { toRefusedPermission } from '../../../shared/kernel/service/refusal-queue.ts';
import { budgetOwnerKey, type HttpContext, instanceOf, isClientDisconnected } from '../http-context.ts';
import { findSentTag } from '../requests/entity-tags.ts';
import { chooseEncoding, compress, createCompressor, MIN_COMPRESSIBLE_BYTES } from './compression.ts';
import { varyOn } from './response-headers.ts';
import { whenClosed } from './when-closed.ts';

export const sendJson = (
  context: HttpContext,
  status: number,
  body: unknown,
  headers: ContentHeaders = {},
): Promise<void> => sendJsonBytes(context, status, Buffer.from(JSON.stringify(body)), headers);

/** Sends the bytes of a JSON document. @throws like `sendContent` */
export const sendJsonBytes = (
  context: HttpContext,
  status: number,
  bytes: Buffer,
  headers: ContentHeaders = {},
): Promise<void> => sendContent(context, { status, type: JSON_TYPE, bytes, etag: null, headers });

const JSON_TYPE = 'application/json; charset=utf-8';

/** Headers of one response, in addition to those that all have. */
export type ContentHeaders = Readonly<Record<string, string>>;

/** The content of a response. */
export interface Content {
  status: number;
  /** The media type. */
  type: string;
  bytes: Buffer;
  /** The ETag of these exact bytes, if known; compressed bytes get one of their own. */
  etag: string | null;
  headers?: ContentHeaders;
  /** The bytes are compressed by their format. */
  isCompressed?: true;
}

/**
 * Sends content, compressed where that pays, or 304 when the client has it.
 * @throws SERVICE_UNAVAILABLE when too many responses are unread
 */
export async function sendContent(
  context: HttpContext,
  { status, type, bytes, etag, headers = {}, isCompressed }: Content,
): Promise<void> {
  const { request, response } = context;
  // Also of a 304, for which the length may not be known.
  if (!isCompressed && (etag !== null || bytes.length >= MIN_COMPRESSIBLE_BYTES))
    varyOn(context, 'Accept-Encoding');
  if (etag !== null && replyIfNotModified(context, etag, headers)) return;
  const encoding = isCompressed ? null : chooseEncoding(request.headers['accept-encoding'], bytes.length);
  const sent = encoding ? await compress(encoding, bytes, etag) : bytes;
  if (isClientDisconnected(context)) return;
  whenClosed(response, context.memory.responses.reserve(budgetOwnerKey(context), sent.length));
  if (encoding) {
    response.setHeader('Content-Encoding', encoding);
    // A strong tag names exact bytes (RFC 9110, 8.8.1). `entity-tags.ts` removes the suffix again.
    if (etag !== null) response.setHeader('ETag', `"${etag}-${encoding}"`);
  }
  response.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': sent.length });
  await endInChunks(context, sent);
}

/**
 * Sends a JSON document of unknown length. The next chunk is requested when the client has read the last one;
 * an error cuts the response off.
 * @throws what the chunks throw
 */
export async function streamJsonResponse(context: HttpContext, chunks: AsyncIterable<string>): Promise<void> {
  if (isClientDisconnected(context)) return;
  const { request, response } = context;
  const encoding = chooseEncoding(request.headers['accept-encoding'], Number.POSITIVE_INFINITY);
  varyOn(context, 'Accept-Encoding');
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': JSON_TYPE });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const observed = recordStreamFailure(context, chunks);
  await (encoding
    ? pipeline(observed, createCompressor(encoding), response)
    : pipeline(observed, response)
  ).catch(ignoreDisconnect);
}

/** The chunks; an error is recorded for the log before the connection closes. */
async function* recordStreamFailure(
  context: HttpContext,
  chunks: AsyncIterable<string>,
): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    context.loggedStatus = toErrorInfo(error).status;
    throw error;
  }
}

/** Ignores the error of a client that disconnected; rethrows others. */
export function ignoreDisconnect(error: unknown): void {
  if (!hasSystemCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
}

/** Small enough to see the progress of a reader (`slow-clients.ts`). */
const CHUNK_BYTES = 256 * 1024;

/**
 * Sends the body after the head, for HEAD none. The next chunk is written when the last one has been read.
 */
export async function endInChunks(
  { request, response }: Pick<HttpContext, 'request' | 'response'>,
  bytes: Buffer,
): Promise<void> {
  if (request.method === 'HEAD') response.end();
  else if (bytes.length <= CHUNK_BYTES) response.end(bytes);
  else await pipeline(chunksOf(bytes), response).catch(ignoreDisconnect);
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}

/** How to sign in: an endpoint for sessions, and signing in itself, advise no key (RFC 9110, section 11.6.1). */
const authenticationScheme = (endpoint: string | undefined): 'Bearer' | 'Cookie' =>
  endpoint !== undefined && TAKES_NO_KEY.has(endpoint) ? 'Cookie' : 'Bearer';

const TAKES_NO_KEY: ReadonlySet<string> = new Set(
  publishedEndpoints().flatMap(({ id, spec }) => (takesNoKey(spec) ? [id] : [])),
);

/** Sends an error as a problem document; cuts off a response that has begun. @returns the status */
export function sendProblem(context: HttpContext, error: unknown): number {
  const { request, response, requestId } = context;
  const problem = toProblemDocument(error, { instance: instanceOf(context), requestId });
  context.refused = toRefusedPermission(problem.code, problem.metadata);
  if (response.headersSent) {
    context.loggedStatus ??= problem.status;
    response.destroy();
    return problem.status;
  }
  const { status } = problem;
  if (status === 401) response.setHeader('WWW-Authenticate', authenticationScheme(context.endpoint));
  const allow = problem.metadata?.allow;
  if (status === 405 && Array.isArray(allow)) response.setHeader('Allow', allow.join(', '));
  const retryAfter = problem.metadata?.retryAfter;
  if (typeof retryAfter === 'number') response.setHeader('Retry-After', String(Math.ceil(retryAfter)));
  else if (status === 503 || status === 429) response.setHeader('Retry-After', '2');
  if (toErrorInfo(error).extras.replayed === true) response.setHeader('Idempotency-Replayed', 'true');
  response.removeHeader('ETag');
  const bytes = Buffer.from(JSON.stringify(problem));
  response.writeHead(status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': bytes.length,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
  return status;
}

/** Sets the ETag, and sends 304 when the client has the representation. @returns whether 304 was sent */
export function replyIfNotModified(
  { request, response }: Pick<HttpContext, 'request' | 'response'>,
  etag: string,
  headers: ContentHeaders = {},
): boolean {
  const sent = findSentTag(request, etag);
  response.setHeader('ETag', `"${sent ?? etag}"`);
  if (sent === null) return false;
  response.writeHead(304, headers).end();
  return true;
}
