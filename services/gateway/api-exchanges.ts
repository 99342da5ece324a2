/**
 * A request that was let in (`api-gateway.ts`), on to its answer, in the order of decisions G16: body (400, 413, 415) → the action,
 * which checks again and goes on from parameters to save.
 */
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import type { EndpointId } from '../../shared/contracts/index.ts';
import { readRepresentation } from '../../shared/kernel/conditional.ts';
import { assertMatches, versionsOf } from '../../shared/kernel/if-match.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import type { AnswerHere } from './answered-here/answer-here.ts';
import { sendJson, sendJsonBytes, sendRead } from './answers/answer.ts';
import { sendFile } from './answers/file-answer.ts';
import { ResponseCache } from './answers/response-cache.ts';
import { checkRoom } from './answers/waiting-answers.ts';
import { type Asked, askAsSent } from './asking.ts';
import type { SignedPrincipal } from './callers/credentials.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import { tellStanding } from './callers/rate-limits.ts';
import { type Exchange, isAbandoned } from './exchange.ts';
import { knownTags, requiredTags } from './requests/entity-tags.ts';
import { repeatableOf } from './requests/repeatable.ts';
import { readJsonBody } from './requests/request-body.ts';
import { flattenRequest } from './requests/request-params.ts';
import type { Match } from './requests/route-table.ts';

interface Parts {
  node: Node;
  gatekeeper: Gatekeeper;
  /** Endpoints answered in the gateway itself, by id. */
  here: ReadonlyMap<string, AnswerHere>;
  store: ObjectStore;
}

/** A request with the route and the caller it was admitted with. */
interface ApiCall {
  exchange: Exchange;
  match: Match;
  search: URLSearchParams;
  caller: SignedPrincipal;
}

export class ApiExchanges {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;
  readonly #here: ReadonlyMap<string, AnswerHere>;
  readonly #store: ObjectStore;
  readonly #responses = new ResponseCache();

  constructor({ node, gatekeeper, here, store }: Parts) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
    this.#here = here;
    this.#store = store;
  }

  /** Body, action, answer. @throws what the action refuses with */
  async answer({ exchange, match, search, caller }: ApiCall): Promise<void> {
    const { id, spec } = match;
    checkRoom(exchange);
    const params = async () => {
      const { body, inexact } = await readJsonBody(spec, exchange);
      return flattenRequest(spec, match.path, search, body, inexact);
    };
    const answerHere = this.#here.get(id);
    const judgeAgain = () => this.#gatekeeper.judge(exchange, spec, search);
    // A body may take minutes, and its sender lose the right meanwhile (H16); the services check what is known now.
    const answerAsUsual = async (read: Record<string, unknown>) => this.#call(exchange, match, read, await judgeAgain());
    // Signing in and out has no resource with an ETag.
    if (answerHere && !spec.on) assertMatches(versionsOf(requiredTags(spec, exchange.request).ifMatch ?? null), null);
    if (answerHere) await answerHere({ exchange, match, search, caller, judgeAgain, params, answerAsUsual });
    else await answerAsUsual(await params());
  }

  async #call(exchange: Exchange, { id, spec }: Match, params: Record<string, unknown>, caller: SignedPrincipal): Promise<void> {
    if (!spec.mutates && isAbandoned(exchange)) return;
    const { path, request, requestId } = exchange;
    const condition = requiredTags(spec, request);
    const repeatable = repeatableOf(spec, request, `${request.method} ${path}`, { ...params, ...condition });
    const asked = { caller, requestId, exchange: exchange.id, ...repeatable, ...condition };
    if (!isFinishedHere(spec)) {
      await this.#forward(exchange, id, spec, params, asked);
      return;
    }
    const body = await askAsSent(this.#node, id, params, asked);
    tellStanding(id, body, exchange.standing);
    if (spec.answer === 'file') await sendFile(this.#store, exchange, body);
    else await sendJson(exchange, statusOf(spec, body), body);
  }

  /** Sends what the service answers as it is; a read of one resource from here, where the service says that it is what was sent last. */
  async #forward(
    exchange: Exchange,
    id: EndpointId,
    spec: EndpointSpec,
    params: Record<string, unknown>,
    asked: Asked,
  ): Promise<void> {
    const url = exchange.request.url ?? exchange.path;
    const cached = spec.etag === undefined ? null : this.#responses.find(url);
    const known = spec.etag === undefined ? [] : [...knownTags(exchange.request), ...(cached ? [cached.etag] : [])];
    const { etag, json } = readRepresentation(await askAsSent(this.#node, id, params, { ...asked, known }));
    if (etag === null) await sendJsonBytes(exchange, spec.success ?? 200, Buffer.from(json ?? ''), null);
    else if (etag === cached?.etag) await sendRead(exchange, cached);
    else await sendRead(exchange, json === null ? { etag, bytes: NO_BYTES } : this.#responses.keep(url, etag, json));
  }
}

/** What is not sent as the service answers it: a file's bytes, and what tells how this node or the caller's limit is doing. */
const isFinishedHere = ({ answer, group, etag }: EndpointSpec): boolean =>
  answer === 'file' || (group === 'discovery' && etag === undefined);

/** A response without a body, because the client has it. */
const NO_BYTES = Buffer.alloc(0);

/** 503 while a service is away (E3); a created resource that was there before is 200 where the action says so. */
function statusOf(spec: EndpointSpec, body: unknown): number {
  const degraded =
    spec.group === 'discovery' && typeof body === 'object' && body !== null && 'status' in body && body.status === 'degraded';
  return degraded ? 503 : (spec.success ?? 200);
}
