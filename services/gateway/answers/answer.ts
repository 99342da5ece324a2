/** What leaves: JSON with its ETag, problem documents, the headers every answer has (decisions G1, G2, G12, G22, G23). */
import { pipeline } from 'node:stream/promises';
import { isKnown } from '../../../shared/kernel/conditional.ts';
import { describeError, readError } from '../../../shared/kernel/errors.ts';
import { type Exchange, isAbandoned } from '../exchange.ts';
import { knownTags } from '../requests/entity-tags.ts';
import { chooseEncoding, compress, packing, WORTH_BYTES } from './compression.ts';
import type { CachedResponse } from './response-cache.ts';
import { holdAnswer } from './waiting-answers.ts';

export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Cookie',
};

/** Headers of every answer that is no page of ours. */
export function setCommonHeaders({ response }: Exchange): void {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
}

/** Sends a body. */
export const sendJson = (exchange: Exchange, status: number, body: unknown): Promise<void> =>
  sendJsonBytes(exchange, status, Buffer.from(JSON.stringify(body)), null);

/** Sends a read with its ETag, or 304 when the client has it already. */
export async function sendRead(exchange: Exchange, { etag, bytes }: CachedResponse): Promise<void> {
  if (!isNotModified(exchange, etag)) await sendJsonBytes(exchange, 200, bytes, etag);
}

/**
 * Sends the bytes of a JSON document, packed where that is worth it.
 * @param tag names these very bytes, where that is known
 * @throws SERVICE_UNAVAILABLE when too much waits to be read
 */
export async function sendJsonBytes(exchange: Exchange, status: number, bytes: Buffer, tag: string | null): Promise<void> {
  const { request, response } = exchange;
  const encoding = chooseEncoding(request.headers['accept-encoding'], bytes.length);
  if (bytes.length >= WORTH_BYTES) response.appendHeader('Vary', 'Accept-Encoding');
  const sent = encoding ? await compress(encoding, bytes, tag) : bytes;
  if (isAbandoned(exchange)) return;
  response.once('close', holdAnswer(exchange, sent.length));
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': sent.length });
  await endInPieces(exchange, sent);
}

/**
 * Sends a JSON document whose length nobody knows yet. The next piece is asked for when the client has taken the last, none when it has gone;
 * where a piece fails, the answer is cut off.
 * @throws what a piece throws
 */
export async function sendJsonPieces(exchange: Exchange, pieces: AsyncIterable<string>): Promise<void> {
  if (isAbandoned(exchange)) return;
  const { request, response } = exchange;
  const encoding = chooseEncoding(request.headers['accept-encoding'], Number.POSITIVE_INFINITY);
  response.appendHeader('Vary', 'Accept-Encoding');
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const told = tellingFailure(exchange, pieces);
  await (encoding ? pipeline(told, packing(encoding), response) : pipeline(told, response)).catch(unlessGone);
}

/** The pieces; where one fails, the log hears of it before the connection closes. */
async function* tellingFailure(exchange: Exchange, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    exchange.outcome = readError(error).status;
    throw error;
  }
}

/** A client that goes away before its answer has left is no failure of ours. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
}

/** So much is handed to a connection at once: how its reader gets on can be seen (`slow-readers.ts`). */
const PIECE_BYTES = 256 * 1024;

/** Sends the bytes of an answer whose head is written, to HEAD none. The next piece is written when the last has been taken. */
export async function endInPieces({ request, response }: Exchange, bytes: Buffer): Promise<void> {
  if (request.method === 'HEAD') response.end();
  else if (bytes.length <= PIECE_BYTES) response.end(bytes);
  else await pipeline(piecesOf(bytes), response).catch(unlessGone);
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Answers an error as a problem document; one that happened halfway through an answer can only cut it off. */
export function sendProblem(exchange: Exchange, error: unknown): number {
  const { request, response, requestId, path } = exchange;
  const problem = describeError(error, { instance: path, requestId });
  if (response.headersSent) {
    exchange.outcome ??= problem.status;
    response.destroy();
    return problem.status;
  }
  const { status } = problem;
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const allow = problem.metadata?.allow;
  if (status === 405 && Array.isArray(allow)) response.setHeader('Allow', allow.join(', '));
  const wait = problem.metadata?.retryAfter;
  if (typeof wait === 'number') response.setHeader('Retry-After', String(Math.ceil(wait)));
  else if (status === 503 || status === 429) response.setHeader('Retry-After', '2');
  response.removeHeader('ETag');
  const bytes = Buffer.from(JSON.stringify(problem));
  response.writeHead(status, { 'Content-Type': 'application/problem+json; charset=utf-8', 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
  return status;
}

/** Tags the answer, and answers 304 when the client has it already. */
export function isNotModified({ request, response }: Exchange, etag: string): boolean {
  response.setHeader('ETag', `"${etag}"`);
  if (!isKnown(etag, knownTags(request))) return false;
  response.writeHead(304).end();
  return true;
}
