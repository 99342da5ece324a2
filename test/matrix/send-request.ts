/**
 * Sends a request of the permission matrix, and gives the part of the response that must be equal for foreign and
 * missing resources.
 */

import { toJsonBody } from '../../shared/contracts/endpoint.ts';
import { fillPath } from '../../shared/contracts/path-template.ts';
import type { ApiResponse, RestClient } from '../../shared/rest-client/client.ts';
import type { MatrixRequest } from './request-details.ts';

const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

/** Path and query with ids. */
export function matrixRequestPath({ pattern, ids, query }: MatrixRequest): string {
  const path = fillPath(pattern, ids);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Every request has the same id, so that only what it asks for tells its response from another. */
export function sendMatrixRequest(
  client: RestClient,
  request: MatrixRequest,
  more: Record<string, string> = {},
): Promise<ApiResponse> {
  let form: FormData | undefined;
  if (request.form) {
    form = new FormData();
    for (const [name, value] of Object.entries(request.body ?? {})) form.set(name, String(value));
    form.set('files', new Blob([DRAWING], { type: 'application/pdf' }), 'A-102.pdf');
  }
  const headers = { 'x-request-id': 'matrix-0000-0000', 'accept-encoding': 'identity', ...more };
  return client.request(
    request.method,
    matrixRequestPath(request),
    form ?? (request.body ? toJsonBody(request.spec, request.body) : undefined),
    headers,
  );
}

/** Headers that depend on the time. */
const VARYING_HEADERS = new Set(['date', 'ratelimit', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

/**
 * Everything of a response that a caller sees, with what it asked for left out of it: the path stands in
 * `instance` and counts in the length; an id that was named may be named in the sentence.
 */
export function comparableResponse(
  { status, headers, body }: ApiResponse,
  request: MatrixRequest,
  named?: number | string,
): string {
  const path = matrixRequestPath(request).split('?')[0] ?? '';
  const result = body.instance === path;
  const shown = [...headers].filter(([name]) => !VARYING_HEADERS.has(name));
  const lines = shown.map(([name, value]) => {
    return `${name}: ${result && name === 'content-length' ? Number(value) - path.length : value}`;
  });
  const text = JSON.stringify([status, lines, result ? { ...body, instance: '' } : body]);
  return named === undefined ? text : text.replaceAll(String(named), '#');
}
