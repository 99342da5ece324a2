/**
 * Rejection of malformed requests: the error for an unsupported Expect or
 * Transfer-Encoding, several Host headers, a bad one or none, a bad target, a target or headers that are too large,
 * and the response to bytes that the HTTP parser refuses.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { apiError, toProblemDocument } from '../../../shared/kernel/errors/errors.ts';
import { headerLines } from '../requests/header-lines.ts';
import { API_HEADERS, GENERAL_HEADERS } from './response-headers.ts';

/** The error for a parsed request that must not be served; null for all others. */
export function findRequestError(request: IncomingMessage): Error | null {
  const excess = findExcess(request);
  if (excess !== null) return excess;
  // Node has already responded to 100-continue (RFC 9110, 10.1.1).
  const { expect } = request.headers;
  if (expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect))
    return apiError('MALFORMED_REQUEST', 'The only supported Expect value is 100-continue.', { status: 417 });
  // Node decodes only `chunked`, no other coding (RFC 9112, 6.1).
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return apiError('MALFORMED_REQUEST', 'The only supported Transfer-Encoding is chunked.', { status: 501 });
  const ambiguity = findAmbiguity(request);
  return ambiguity === null ? null : apiError('MALFORMED_REQUEST', ambiguity);
}

/** A sentence that says why a request is ambiguous; null when it is not. */
function findAmbiguity(request: IncomingMessage): string | null {
  const hostCount = headerLines(request, 'host').length;
  if (hostCount > 1) return 'Send only one Host header.';
  // Required even with an absolute URL; HTTP/1.0 has no such rule (RFC 9112, 3.2).
  if (hostCount === 0 && request.httpVersion !== '1.0') return 'Send the Host header; HTTP/1.1 requires it.';
  if (/[\s/?#@\\]/.test(request.headers.host ?? ''))
    return 'The Host header must be a host with an optional port.';
  // With a user name, or without a host (RFC 9110, 4.2.4); other absolute URLs have become paths.
  if (/^https?:/i.test(request.url ?? ''))
    return 'The request target must be a path, or an absolute URL with a host and without a user name.';
  // A proxy may treat the fragment as part of the path, a router as its end.
  return request.url?.includes('#') ? 'The URL must not contain a fragment.' : null;
}

/** Longer than the longest valid query: 4,000 characters of four bytes, each percent-encoded, and other parameters. */
const MAX_TARGET_BYTES = 64 * 1024;
/** Names and values of all headers. Credentials, cookies and conditions take a fraction of this. */
const MAX_HEADER_BYTES = 32 * 1024;
/** Node silently drops headers beyond this number. */
const MAX_HEADER_COUNT = 2_000;
const HEADERS_TOO_LARGE = `The headers of the request have more than ${MAX_HEADER_BYTES} bytes.`;
/** Beyond it the parser gives up. Larger than both limits, so that most requests beyond them get their full answer. */
export const MAX_PARSED_HEADER_BYTES = 256 * 1024;

/** The error for a target or headers beyond the limits; null for others. */
function findExcess({ url = '', rawHeaders }: IncomingMessage): Error | null {
  if (url.length > MAX_TARGET_BYTES)
    return apiError('MALFORMED_REQUEST', `The URL has more than ${MAX_TARGET_BYTES} bytes.`, { status: 414 });
  const bytes = rawHeaders.reduce((sum, part) => sum + part.length, 0);
  return bytes > MAX_HEADER_BYTES || rawHeaders.length >= 2 * MAX_HEADER_COUNT
    ? apiError('MALFORMED_REQUEST', HEADERS_TOO_LARGE, { status: 431 })
    : null;
}

const PARSER_ERRORS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, HEADERS_TOO_LARGE],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
};

/** The start of a request, where the last bytes that the parser received begin with one. */
const REQUEST_START = /^(?:\r?\n)*[A-Z]{3,20} (\/[^\s?#]{0,2000})(?=[\s?#])/;

/** The path of a request that could not be parsed; empty where it is not known. */
function targetPathOf(error: NodeJS.ErrnoException & { rawPacket?: unknown }, basePath: string): string {
  const { rawPacket } = error;
  if (!Buffer.isBuffer(rawPacket)) return '';
  const [, path = ''] = REQUEST_START.exec(rawPacket.toString('latin1', 0, 4_096)) ?? [];
  return path === '' || path.startsWith(`${basePath}/`) ? path : `${basePath}${path}`;
}

/**
 * Sends a problem document for bytes that the parser rejects, and ends the connection.
 * @param current the response being sent on this connection, if any
 * @param basePath the path of BASE_URL
 */
export function rejectUnparsable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  current: ServerResponse | undefined,
  basePath: string,
): void {
  const isMidResponse = current?.headersSent === true && !current.writableFinished;
  if (error.code === 'ECONNRESET' || !socket.writable || isMidResponse) {
    socket.destroy();
    return;
  }
  const [status, detail] = PARSER_ERRORS[error.code ?? ''] ?? [400, 'This is not a valid HTTP request.'];
  const requestId = randomUUID();
  const problem = toProblemDocument(apiError('MALFORMED_REQUEST', detail, { status }), {
    instance: targetPathOf(error, basePath),
    requestId,
  });
  const body = JSON.stringify(problem);
  const headers = {
    ...GENERAL_HEADERS,
    ...API_HEADERS,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}
