/**
 * One request from first byte to answer, in the order of decisions G16: route (404, 405) → closed (410) → credential (401) → tier,
 * permission (403) → body (400, 413, 415) → the action, which checks again and goes on from parameters to save.
 */
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { isSpared } from '../../shared/kernel/bus/known-answer.ts';
import { fail } from '../../shared/kernel/errors.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import type { AnswerHere } from './answered-here/answer-here.ts';
import { renderJson, sendProblem, sendRendered, setCommonHeaders } from './answers/answer.ts';
import { sendFile } from './answers/file-answer.ts';
import { KnownAnswers } from './answers/known-answers.ts';
import { checkRoom } from './answers/waiting-answers.ts';
import { askAsSent } from './asking.ts';
import { allowMethods, allowOrigin } from './callers/cors.ts';
import type { SignedPrincipal } from './callers/credentials.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import { tellStanding } from './callers/rate-limits.ts';
import { type Exchange, isAbandoned } from './exchange.ts';
import { repeatableOf } from './requests/repeatable.ts';
import { readJsonBody } from './requests/request-body.ts';
import { flattenRequest } from './requests/request-params.ts';
import { type Match, RouteTable } from './requests/route-table.ts';

interface Parts {
  node: Node;
  gatekeeper: Gatekeeper;
  /** Endpoints answered in the gateway itself, by id. */
  here: ReadonlyMap<string, AnswerHere>;
  store: ObjectStore;
}

/** Serves `/api/`. */
export class ApiExchanges {
  readonly #node: Node;
  readonly #routes = new RouteTable();
  readonly #gatekeeper: Gatekeeper;
  readonly #here: ReadonlyMap<string, AnswerHere>;
  readonly #store: ObjectStore;
  readonly #known: KnownAnswers;

  constructor({ node, gatekeeper, here, store }: Parts) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
    this.#here = here;
    this.#store = store;
    this.#known = new KnownAnswers(node.config);
  }

  async serve(exchange: Exchange, search: URLSearchParams): Promise<void> {
    const { request, requestId, path } = exchange;
    setCommonHeaders(exchange);
    allowOrigin(this.#node.config, exchange);
    try {
      if (request.method === 'OPTIONS') this.#options(exchange);
      else {
        const match = this.#routes.match(request.method ?? 'GET', decodable(path));
        exchange.route = match.pattern;
        await this.#answer(exchange, match, search);
      }
    } catch (error) {
      if (!request.complete) runOff(request);
      const status = sendProblem(exchange, error);
      if (status === 500) this.#node.log.error(`${requestId} ${request.method} ${exchange.route ?? '-'}`, error);
    }
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
    const caller = await this.#gatekeeper.admit(exchange, spec, search);
    checkRoom(exchange);
    const params = async (): Promise<Record<string, unknown>> => {
      const read = flattenRequest(spec, match.path, search, await readJsonBody(spec, exchange));
      acceptIfMatch(spec, request, read);
      return read;
    };
    const answerHere = this.#here.get(id);
    const judgeAgain = () => this.#gatekeeper.judge(exchange, spec, search);
    // A body may take minutes, and its sender lose the right meanwhile (H16); the services check what is known now.
    const answerAsUsual = async (read: Record<string, unknown>) => this.#call(exchange, match, read, await judgeAgain());
    if (answerHere) await answerHere({ exchange, match, search, caller, judgeAgain, params, answerAsUsual });
    else await answerAsUsual(await params());
  }

  async #call(exchange: Exchange, { id, spec }: Match, params: Record<string, unknown>, caller: SignedPrincipal): Promise<void> {
    if (!spec.mutates && isAbandoned(exchange)) return;
    const { path, request } = exchange;
    const address = request.url ?? path;
    const known = this.#known.find(spec, address);
    const { requestId } = exchange;
    const repeatable = repeatableOf(spec, request, `${request.method} ${path}`, params);
    const asked = { caller, requestId, ...repeatable, ...(known ? { known: known.digest } : {}) };
    const body = await askAsSent(this.#node, id, params, asked);
    tellStanding(id, body, exchange.standing);
    if (spec.answer === 'file') await sendFile(this.#store, exchange, body);
    else if (known && isSpared(body, known.digest)) await sendRendered(exchange, 200, known);
    else {
      const status = statusOf(spec, body);
      const rendered = renderJson(spec, status, body);
      this.#known.keep(spec, address, rendered);
      await sendRendered(exchange, status, rendered);
    }
  }
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

const RUN_OFF_MS = 2_000;

/** Lets the unread rest of a refused body pass for a moment, because a client that still sends does not read its answer; then it ends. */
function runOff(request: IncomingMessage): void {
  request.resume();
  const timer = setTimeout(() => request.destroy(), RUN_OFF_MS);
  request.once('close', () => clearTimeout(timer));
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
