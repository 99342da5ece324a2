/**
 * One request from first byte to answer, in the order of decisions G16: route (404, 405) → closed (410) → credential (401) → tier,
 * permission (403) → body (400, 413, 415) → the action, which checks again and goes on from parameters to save.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { timeoutOf } from '../../shared/kernel/call.ts';
import { fail, hasCode } from '../../shared/kernel/errors.ts';
import { admit } from '../../shared/kernel/implement.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { Principal } from '../../shared/kernel/principal.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import { type Exchange, sendJson, sendProblem, setCommonHeaders, setRateLimitHeaders } from './answer.ts';
import { clientAddress } from './client-address.ts';
import { allowMethods, allowOrigin } from './cors.ts';
import type { Credentials, SignedPrincipal } from './credentials.ts';
import { sendFile } from './file-answer.ts';
import { refuseForeignOrigin } from './origin.ts';
import { type RateLimits, refuseExceeded } from './rate-limits.ts';
import { readJsonBody } from './request-body.ts';
import { flattenRequest } from './request-params.ts';
import { type Match, RouteTable } from './route-table.ts';

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** What an endpoint gets that is answered here, because its answer is more than JSON: a cookie, a streamed upload. */
export interface Arrived {
  exchange: Exchange;
  match: Match;
  search: URLSearchParams;
  caller: SignedPrincipal;
  /** Reads the JSON body and flattens the parameters. */
  params(): Promise<Record<string, unknown>>;
}
export type AnswerHere = (arrived: Arrived) => Promise<void>;

interface Parts {
  node: Node;
  credentials: Credentials;
  /** Endpoints answered in the gateway itself, by id. */
  here: ReadonlyMap<string, AnswerHere>;
  store: ObjectStore;
  limits: RateLimits;
}

/** Serves `/api/`. */
export class ApiExchanges {
  readonly #node: Node;
  readonly #routes = new RouteTable();
  readonly #credentials: Credentials;
  readonly #here: ReadonlyMap<string, AnswerHere>;
  readonly #store: ObjectStore;
  readonly #limits: RateLimits;

  constructor({ node, credentials, here, store, limits }: Parts) {
    this.#node = node;
    this.#credentials = credentials;
    this.#here = here;
    this.#store = store;
    this.#limits = limits;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const target = request.url ?? '/';
    const question = target.indexOf('?');
    const path = question < 0 ? target : target.slice(0, question);
    const sentId = request.headers['x-request-id'];
    const requestId = typeof sentId === 'string' && REQUEST_ID.test(sentId) ? sentId : randomUUID();
    const exchange: Exchange = { request, response, requestId, path };
    setCommonHeaders(exchange);
    allowOrigin(this.#node.config, exchange);
    let route = '-';
    try {
      if (request.method === 'OPTIONS') this.#options(exchange);
      else {
        const match = this.#routes.match(request.method ?? 'GET', decodable(path));
        route = match.id;
        const search = new URLSearchParams(question < 0 ? '' : target.slice(question + 1));
        await this.#answer(exchange, match, search);
      }
    } catch (error) {
      const status = sendProblem(exchange, error);
      if (status === 500) this.#node.log.error(`${requestId} ${route}`, error);
      // What was not read of a refused body must not be taken for the next request.
      if (!request.complete) request.destroy();
    }
    this.#node.log.debug(
      `${requestId} ${request.method} ${route} ${response.statusCode} ${(performance.now() - started).toFixed(1)} ms`,
    );
  }

  #options(exchange: Exchange): void {
    const { response, path } = exchange;
    const allow = this.#routes.allowed(decodable(path));
    if (allow.length === 0) throw fail('NOT_FOUND', 'There is nothing here that you may see.');
    allowMethods(exchange, allow);
    response.writeHead(204, { Allow: allow.join(', ') }).end();
  }

  async #answer(exchange: Exchange, match: Match, search: URLSearchParams): Promise<void> {
    const { id, spec } = match;
    const { request } = exchange;
    if (spec.closed) throw fail('ENDPOINT_CLOSED', spec.description ?? spec.summary);
    const caller = await this.#judge(exchange, match, search);
    admit(spec, caller.principal);
    if (spec.mutates && caller.principal.kind === 'user' && caller.principal.credential.type === 'session') {
      refuseForeignOrigin(this.#node.config, request, 'required');
    }
    const params = async (): Promise<Record<string, unknown>> => {
      const read = flattenRequest(spec, match.path, search, await readJsonBody(spec, request));
      acceptIfMatch(spec, request, read);
      return read;
    };
    const answerHere = this.#here.get(id);
    if (answerHere) await answerHere({ exchange, match, search, caller, params });
    else await this.#call(exchange, match, await params(), caller);
  }

  /** Who calls, counted against the limit of its owner; health is exempt, so that a limit never looks like an outage (G24). */
  async #judge(exchange: Exchange, { id, spec }: Match, search: URLSearchParams): Promise<SignedPrincipal> {
    const { request } = exchange;
    const address = clientAddress(this.#node.config, request);
    let caller: SignedPrincipal;
    try {
      caller = await this.#credentials.judge(id, spec, request, search);
    } catch (error) {
      if (hasCode(error, 'UNAUTHENTICATED')) refuseExceeded(await this.#limits.count(NOBODY, address));
      throw error;
    }
    if (id === 'discovery.health') return caller;
    exchange.standing = await this.#limits.count(caller.principal, address);
    if (caller.principal.kind === 'user') setRateLimitHeaders(exchange, exchange.standing);
    refuseExceeded(exchange.standing);
    return caller;
  }

  async #call(exchange: Exchange, { id, spec }: Match, params: Record<string, unknown>, caller: SignedPrincipal): Promise<void> {
    const body: unknown = await this.#node.broker.call<unknown, Record<string, unknown>>(id, params, {
      meta: { principal: caller.token },
      requestID: exchange.requestId,
      timeout: timeoutOf(id),
    });
    if (id === 'discovery.whoami') tellStanding(body, exchange);
    if (spec.answer === 'file') await sendFile(this.#store, exchange, body);
    else await sendJson(exchange, spec, statusOf(spec, body), body);
  }
}

const NOBODY: Principal = { kind: 'anonymous', channel: 'http' };

/** What is left of the minute is known here alone (A6). */
function tellStanding(body: unknown, { standing }: Exchange): void {
  if (!standing || typeof body !== 'object' || body === null || !('rate_limit' in body)) return;
  const { tier, limit, remaining, resetSeconds } = standing;
  body.rate_limit = { tier, limit, remaining, reset_at: new Date(Date.now() + resetSeconds * 1000).toISOString() };
}

/** 503 while a service is away (E3); a created resource that was there before is 200 where the action says so. */
function statusOf(spec: EndpointSpec, body: unknown): number {
  const degraded =
    spec.group === 'discovery' && typeof body === 'object' && body !== null && 'status' in body && body.status === 'degraded';
  return degraded ? 503 : (spec.success ?? 200);
}

/** `If-Match` on a write is an alias of `baseVersion` (G12). */
function acceptIfMatch(spec: EndpointSpec, request: IncomingMessage, params: Record<string, unknown>): void {
  const header = request.headers['if-match'];
  if (header === undefined || !spec.body || !('baseVersion' in spec.body) || header.trim() === '*') return;
  const version = header
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1');
  const sent = params.baseVersion ?? params.base_version;
  if (sent !== undefined && sent !== version) {
    throw fail('VALIDATION_ERROR', 'If-Match and baseVersion differ; send one of them.', {
      errors: [{ path: 'baseVersion', message: 'If-Match and baseVersion differ; send one of them.' }],
    });
  }
  params.baseVersion = version;
  delete params.base_version;
}

/** @throws MALFORMED_REQUEST for a path that is not valid percent-encoded UTF-8 (H32) */
function decodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    throw fail('MALFORMED_REQUEST', 'The address is not valid percent-encoded UTF-8.');
  }
}
