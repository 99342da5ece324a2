/**
 * A request that was let in (`api-gateway.ts`), on to its answer, in the order of decisions G16: body (400, 413, 415) → the action,
 * which checks again and goes on from parameters to save.
 */
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import type { EndpointId } from '../../shared/contracts/index.ts';
import { parseRepresentation } from '../../shared/kernel/conditional-requests/etags.ts';
import { allowedVersions, assertIfMatch } from '../../shared/kernel/conditional-requests/if-match.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import type { SignedPrincipal } from './callers/authenticator.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import type { AuthorizedRequest, LocalEndpoint } from './local-endpoints/local-endpoint.ts';
import { budgetOwnerKey, isClientDisconnected, type RequestContext } from './request-context.ts';
import { readIfMatch, readIfNoneMatch } from './requests/entity-tags.ts';
import { parseIdempotencyHeader } from './requests/idempotency-key.ts';
import { readJsonBody } from './requests/request-body.ts';
import { flattenRequest } from './requests/request-params.ts';
import type { RouteMatch } from './requests/route-table.ts';
import { sendFile } from './responses/file-response.ts';
import { ResponseCache } from './responses/response-cache.ts';
import { sendJson, sendJsonBytes, sendWithEtag } from './responses/send-response.ts';
import { callEndpoint, callWithRawParams, type ServiceCallOptions } from './service-calls.ts';

interface Deps {
  node: Node;
  gatekeeper: Gatekeeper;
  /** Endpoints whose response the gateway produces itself, by id. */
  localEndpoints: ReadonlyMap<string, LocalEndpoint>;
  store: ObjectStore;
}

export class ApiRequestHandler {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;
  readonly #localEndpoints: ReadonlyMap<string, LocalEndpoint>;
  readonly #store: ObjectStore;
  readonly #responses = new ResponseCache();

  constructor({ node, gatekeeper, localEndpoints, store }: Deps) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
    this.#localEndpoints = localEndpoints;
    this.#store = store;
  }

  /** Reads the body, calls the action and sends its result. @throws what the action refuses with */
  async handle(request: AuthorizedRequest): Promise<void> {
    const { context, match, search } = request;
    const { id, spec, pathParams } = match;
    context.memory.responses.assertAvailable(budgetOwnerKey(context));
    const local = this.#localEndpoints.get(id);
    // Signing in and out has no resource with an ETag.
    if (local && !spec.on) assertIfMatch(allowedVersions(readIfMatch(spec, context.request).ifMatch ?? null), null);
    local?.authorize?.(request);
    const { body, inexactNumbers } = await readJsonBody(spec, context);
    const params = flattenRequest(spec, pathParams, search, body, inexactNumbers);
    if (local && (await local.respond(request, params))) return;
    // A body may take minutes, and its sender lose the right meanwhile (H16); the services check what is known now.
    await this.#callService(context, match, params, await this.#gatekeeper.authenticate(context, spec, search));
  }

  async #callService(
    context: RequestContext,
    { id, spec }: RouteMatch,
    params: Record<string, unknown>,
    caller: SignedPrincipal,
  ): Promise<void> {
    if (!spec.mutates && isClientDisconnected(context)) return;
    const { path, request, requestId } = context;
    const condition = readIfMatch(spec, request);
    const idempotency = parseIdempotencyHeader(spec, request, `${request.method} ${path}`, { ...params, ...condition });
    const options = { caller, requestId, abortId: context.abortId, ...idempotency, ...condition };
    if (!needsGatewayData(spec)) {
      await this.#forwardRepresentation(context, id, spec, params, options);
      return;
    }
    const body = await callEndpoint(this.#node, id, params, { ...options, rateLimitStatus: context.rateLimitStatus });
    if (spec.responseType === 'file') await sendFile(this.#store, context, body);
    else await sendJson(context, responseStatus(spec, body), body);
  }

  /** Sends what the service answers as it is; a read of one resource from here, where the service says that it is what was sent last. */
  async #forwardRepresentation(
    context: RequestContext,
    id: EndpointId,
    spec: EndpointSpec,
    params: Record<string, unknown>,
    options: ServiceCallOptions,
  ): Promise<void> {
    const url = context.request.url ?? context.path;
    const cached = spec.etag === undefined ? null : this.#responses.find(url);
    const ifNoneMatch = spec.etag === undefined ? [] : [...readIfNoneMatch(context.request), ...(cached ? [cached.etag] : [])];
    const { etag, json } = parseRepresentation(await callWithRawParams(this.#node, id, params, { ...options, ifNoneMatch }));
    if (etag === null) await sendJsonBytes(context, spec.success ?? 200, Buffer.from(json ?? ''), null);
    else if (etag === cached?.etag) await sendWithEtag(context, cached);
    else await sendWithEtag(context, json === null ? { etag, bytes: EMPTY_BODY } : this.#responses.store(url, etag, json));
  }
}

/** What is not sent as the service answers it: a file's bytes, and what tells how this node or the caller's limit is doing. */
const needsGatewayData = ({ responseType, group, etag }: EndpointSpec): boolean =>
  responseType === 'file' || (group === 'discovery' && etag === undefined);

/** A response without a body, because the client has it. */
const EMPTY_BODY = Buffer.alloc(0);

/** 503 while a service is away (E3); a created resource that was there before is 200 where the action says so. */
function responseStatus(spec: EndpointSpec, body: unknown): number {
  const degraded =
    spec.group === 'discovery' && typeof body === 'object' && body !== null && 'status' in body && body.status === 'degraded';
  return degraded ? 503 : (spec.success ?? 200);
}
