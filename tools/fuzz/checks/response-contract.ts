/**
 * Check of one response: status, code and body as its contract declares, and the headers required of every
 * response. Also 5xx, over 5 s, and internal details in errors.
 */
import { type EndpointSpec, successStatuses } from '../../../shared/contracts/endpoint.ts';
import { takesNoKey } from '../../../shared/contracts/endpoint-callers.ts';
import { ERROR_CODES, isErrorCode } from '../../../shared/contracts/error-codes.ts';
import { errorsOfEndpoint } from '../../../shared/contracts/help.ts';
import { findShapeMismatches } from '../../../shared/kernel/validation/shape-checks.ts';
import { requestTarget } from '../fuzz-request.ts';
import type { FuzzExchange } from '../world/fuzz-world.ts';
import { createFinding, type Finding } from './finding.ts';
import { findUndeclared } from './undeclared-members.ts';

/** A response may take this long. */
const SLOW_MS = 5_000;

/**
 * The HTTP parser refuses headers that are too long and unknown expectations before there is a request.
 */
const PARSER_STATUSES = new Set([414, 417, 431]);

/** Internal details that no error may disclose: files, stack frames, stores, nodes. */
const INTERNAL_DETAILS =
  /\bat \S+ \(?\S+:\d+:\d+|node_modules|\.ts\b|E11000|mongo|moleculer|collection|nodeID|ECONN|TypeError|ReferenceError|RangeError|\/home\/|\/tmp\/|undefined/i;

/** All findings of a response; `spec` is null where the request was to no endpoint. */
export function checkResponse(exchange: FuzzExchange, spec: EndpointSpec | null): Finding[] {
  const { request, response } = exchange;
  const { status, ms } = response;
  const at = request.endpoint;
  const found: Finding[] = [];
  if (PARSER_STATUSES.has(status)) return found;
  if (status >= 500)
    found.push(
      createFinding('no 5xx', at, String(status), `answered ${status}: ${response.text.slice(0, 300)}`),
    );
  if (ms > SLOW_MS) found.push(createFinding('within 5 s', at, 'slow', `took ${(ms / 1000).toFixed(1)} s`));
  found.push(...checkHeaders(exchange, spec));
  const plain = spec && request.method === spec.http?.split(' ')[0];
  if (status >= 400) found.push(...checkProblem(exchange, plain ? spec : null));
  else if (plain) found.push(...checkSuccess(exchange, spec));
  else if (request.method === 'OPTIONS' && (status !== 204 || !response.headers.allow))
    found.push(
      createFinding(
        'declared status',
        at,
        'OPTIONS',
        `OPTIONS answered ${status} with Allow ${response.headers.allow ?? 'absent'}`,
      ),
    );
  if (request.method === 'HEAD' && response.text !== '')
    found.push(createFinding('no body after HEAD', at, 'HEAD', 'HEAD was answered with a body'));
  return found;
}

function checkSuccess({ request, response, json }: FuzzExchange, spec: EndpointSpec): Finding[] {
  const at = request.endpoint;
  const { status, headers, text } = response;
  const wrong = (check: string, variant: string, message: string): Finding[] => [
    createFinding(check, at, variant, message),
  ];
  if (status === 304) {
    const isRight = text === '' && headers.etag && request.headers['if-none-match'];
    const said = `304 with ${text.length} bytes and ETag ${headers.etag ?? 'absent'}`;
    return isRight ? [] : wrong('declared status', '304', said);
  }
  if (spec.document && headers['content-disposition']?.startsWith('attachment')) return [];
  if (spec.responseType === 'file') {
    const shown = headers['content-disposition'];
    const isFile = shown?.startsWith('attachment') || (at === 'files.preview' && shown?.startsWith('inline'));
    if (status === 200 ? isFile : status === 302 && headers.location) return [];
    return wrong(
      'declared status',
      String(status),
      `a download answered ${status} without attachment or Location`,
    );
  }
  const declared = at === 'account.register' ? [201, 202] : successStatuses(spec);
  if (!declared.includes(status))
    return wrong('declared status', String(status), `answered ${status}, declared is ${declared}`);
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    return wrong('declared type', 'type', `the content type is ${headers['content-type']}`);
  const problems = findShapeMismatches(spec.returns, json);
  const said = problems.map(({ message }) => message).join(' ');
  if (problems.length > 0) return wrong('declared shape', problems[0]?.path ?? '', said.slice(0, 400));
  const [first, ...more] = findUndeclared(spec.returns, json);
  if (first === undefined) return [];
  const named = [first, ...more].slice(0, 8).join(', ');
  return wrong('nothing undeclared', first, `undeclared members: ${named}`);
}

/** Errors that any endpoint may return without declaring them. */
const PROTOCOL_PROBLEMS = new Set([
  '405 METHOD_NOT_ALLOWED',
  '404 NOT_FOUND',
  '400 MALFORMED_REQUEST',
  '401 UNAUTHENTICATED',
]);

function checkProblem({ request, response, json }: FuzzExchange, spec: EndpointSpec | null): Finding[] {
  const at = request.endpoint;
  const { status, headers, text } = response;
  if (request.method === 'HEAD') return [];
  const wrong = (variant: string, message: string): Finding =>
    createFinding('problem document', at, variant, message);
  if (headers['content-type'] !== 'application/problem+json; charset=utf-8')
    return [
      wrong('type', `an error of status ${status} is ${headers['content-type']}: ${text.slice(0, 200)}`),
    ];
  if (typeof json !== 'object' || json === null)
    return [wrong('json', `an error is no JSON object: ${text.slice(0, 200)}`)];
  const problem: Record<string, unknown> = { ...json };
  const { code, detail } = problem;
  const found: Finding[] = [];
  if (!isErrorCode(code)) return [wrong('code', `the code is ${String(code)}`)];
  if (problem.status !== status)
    found.push(wrong('status', `the body says ${String(problem.status)}, the line ${status}`));
  if (problem.type !== `urn:css:error:${code}` || problem.title !== ERROR_CODES[code][1])
    found.push(wrong('title', `type ${String(problem.type)}, title ${String(problem.title)}`));
  if (problem.message !== detail || typeof detail !== 'string' || detail.length < 10)
    found.push(wrong('detail', `detail ${String(detail)}, message ${String(problem.message)}`));
  if (problem.requestId !== headers['x-request-id'])
    found.push(wrong('requestId', `requestId ${String(problem.requestId)}`));
  if (problem.instance !== requestTarget(request).split('?')[0])
    found.push(wrong('instance', `instance ${String(problem.instance)}`));
  const internal = INTERNAL_DETAILS.exec(withoutEcho(text, request));
  if (internal)
    found.push(
      wrong(
        `internal ${internal[0]}`,
        `an error discloses internal details: ${text.slice(Math.max(0, internal.index - 100), internal.index + 200)}`,
      ),
    );
  if (
    spec &&
    !PROTOCOL_PROBLEMS.has(`${status} ${code}`) &&
    !errorsOfEndpoint(spec).some((one) => one.status === status && one.code === code)
  )
    found.push(
      createFinding(
        'declared code',
        at,
        `${status} ${code}`,
        `answered ${status} ${code}, which its contract does not declare: ${String(detail)}`,
      ),
    );
  return found;
}

/** The text of a response without words of the request: an error may repeat a name that it refuses. */
function withoutEcho(
  text: string,
  request: {
    body?: unknown;
    query: readonly (readonly [string, string])[];
    raw?: string;
    template: string;
    path: object;
  },
): string {
  const sent =
    `${JSON.stringify(request.body)}${JSON.stringify(request.query)}${request.raw ?? ''}${JSON.stringify(request.path)}`.toLowerCase();
  return text.replace(/[\w.$-]{4,}/g, (word) => (sent.includes(word.toLowerCase()) ? '' : word));
}

function checkHeaders(
  { request, who, response, requestId }: FuzzExchange,
  spec: EndpointSpec | null,
): Finding[] {
  const at = request.endpoint;
  const { status, headers } = response;
  const missing: string[] = [];
  const want = (name: string, right: (value: string) => boolean): void => {
    const value = headers[name];
    if (typeof value !== 'string' || !right(value))
      missing.push(`${name}: ${value === undefined ? 'absent' : String(value)}`);
  };
  want('x-content-type-options', (value) => value === 'nosniff');
  want('x-request-id', (value) => requestId === null || value === requestId);
  want('cache-control', (value) => /private|no-store/.test(value));
  want('vary', (value) => /authorization/i.test(value) && /cookie/i.test(value));
  want('content-security-policy', (value) => value.includes("default-src 'none'"));
  if (status === 401)
    want('www-authenticate', (value) => value === (spec && takesNoKey(spec) ? 'Cookie' : 'Bearer'));
  if (status === 405) want('allow', (value) => value.length > 2);
  if (status === 429 || status === 503) want('retry-after', (value) => Number(value) >= 1);
  const counted =
    spec &&
    !spec.closed &&
    spec.credential !== 'ignored' &&
    !spec.rateLimitExempt &&
    request.method !== 'OPTIONS';
  const byOwnKey = who.kind === 'key' && !('authorization' in request.headers);
  // Responses sent before authentication carry no rate-limit headers.
  if (counted && byOwnKey && ![400, 401, 404, 405].includes(status))
    for (const name of ['limit', 'remaining', 'reset'])
      want(`x-ratelimit-${name}`, (value) => /^\d+$/.test(value));
  for (const name of ['server', 'x-powered-by'])
    if (headers[name] !== undefined) missing.push(`${name}: ${String(headers[name])}`);
  return missing.map((header) =>
    createFinding('headers', at, header.split(':')[0] ?? '', `status ${status} with ${header}`),
  );
}
