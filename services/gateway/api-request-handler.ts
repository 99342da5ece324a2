/**
 * Handler of an authorized API request (`api-gateway.ts`): reads the body (400, 413, 415), then lets a local
 * endpoint respond, or authenticates again after a body and calls the action of the service, and sends its JSON,
 * file or 304.
 */

import { isDocumentFormat } from '../../shared/contracts/document-shapes.ts';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import type { EndpointId } from '../../shared/contracts/index.ts';
import { allowedVersions, assertIfMatch } from '../../shared/kernel/conditional-requests/if-match.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { parseRepresentation } from '../../shared/kernel/representations/representation.ts';
import type { ObjectStore } from '../../shared/storage/object-store.ts';
import type { SignedPrincipal } from './callers/authenticator.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import { budgetOwnerKey, type HttpContext, isClientDisconnected } from './http-context.ts';
import type { AuthorizedRequest, LocalEndpoint } from './local-endpoints/local-endpoint.ts';
import type { GatewayService } from './open-gateway.ts';
import { readIfMatch } from './requests/entity-tags.ts';
import { parseIdempotencyHeader } from './requests/idempotency-key.ts';
import { hasJsonBody, readJsonBody } from './requests/request-body.ts';
import { flattenRequest } from './requests/request-params.ts';
import { sendDocument } from './responses/document-response.ts';
import { sendFile } from './responses/file-response.ts';
import { chooseForm } from './responses/representation-form.ts';
import { representationHeaders } from './responses/representation-headers.ts';
import { ResponseCache } from './responses/response-cache.ts';
import { varyOn } from './responses/response-headers.ts';
import { sendContent } from './responses/send-response.ts';
import { callWithRawParams, type ServiceCallOptions } from './service-calls.ts';

export class ApiRequestHandler {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;
  readonly #localEndpoints: ReadonlyMap<string, LocalEndpoint>;
  readonly #store: ObjectStore;
  readonly #responses = new ResponseCache();

  /** @param localEndpoints endpoints whose response the gateway produces itself, by id */
  constructor(
    { node, gatekeeper, store }: GatewayService,
    localEndpoints: ReadonlyMap<string, LocalEndpoint>,
  ) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
    this.#localEndpoints = localEndpoints;
    this.#store = store;
  }

  /** Reads the body, calls the action and sends its result. @throws the action's error */
  async handle(request: AuthorizedRequest): Promise<void> {
    const { context, match, search } = request;
    const { id, spec, pathParams } = match;
    context.memory.responses.assertAvailable(budgetOwnerKey(context));
    const local = this.#localEndpoints.get(id);
    // Signing in and out has no resource with an ETag.
    if (local && !spec.on)
      assertIfMatch(allowedVersions(readIfMatch(spec, context.request).ifMatch ?? null), null);
    local?.authorize?.(request);
    const { body, inexactNumbers } = await readJsonBody(spec, context);
    const params = flattenRequest(spec, pathParams, search, body, inexactNumbers);
    if (local && (await local.respond(request, params))) return;
    // Again after a body: rights may have changed while it was received, which may take minutes.
    const caller = hasJsonBody(spec, context.request)
      ? await this.#gatekeeper.authenticate(context, spec, search)
      : request.caller;
    await this.#callService(request, params, caller);
  }

  async #callService(
    { context, match: { id, spec } }: AuthorizedRequest,
    params: Record<string, unknown>,
    caller: SignedPrincipal,
  ): Promise<void> {
    if (!spec.mutates && isClientDisconnected(context)) return;
    const { path, request, requestId, trace, abortId, rateLimitStatus } = context;
    const condition = readIfMatch(spec, request);
    const idempotency = parseIdempotencyHeader(spec, request, `${request.method} ${path}`, {
      ...params,
      ...condition,
    });
    const options = { caller, requestId, trace, abortId, rateLimitStatus, ...idempotency, ...condition };
    if (spec.responseType === 'file' && spec.etag === undefined)
      await sendFile(this.#store, context, await callWithRawParams(this.#node, id, params, options));
    else await this.#sendRepresentation(context, { id, spec, params }, options);
  }

  /** Sends the representation from the service, or the cached bytes where the service returns their ETag. */
  async #sendRepresentation(
    context: HttpContext,
    { id, spec, params }: { id: EndpointId; spec: EndpointSpec; params: Record<string, unknown> },
    options: ServiceCallOptions,
  ): Promise<void> {
    const { request } = context;
    if (spec.markdown) varyOn(context, 'Accept');
    const form = chooseForm(spec, request.headers.accept, params);
    const cacheKey = `${form.type} ${request.url ?? context.path}`;
    const cached = spec.etag === undefined ? null : this.#responses.find(cacheKey);
    const ifNoneMatch =
      spec.etag === undefined ? [] : [...form.readIfNoneMatch(request), ...(cached ? [cached.etag] : [])];
    const representation = parseRepresentation(
      await callWithRawParams(this.#node, id, { ...params, ...form.query }, { ...options, ifNoneMatch }),
    );
    const { etag, json, status } = representation;
    const isDocument = spec.responseType === 'file' || (spec.document && isDocumentFormat(params.format));
    if (isDocument && etag !== null) {
      const document = json === null && etag === cached?.etag ? String(cached.bytes) : json;
      if (json !== null) this.#responses.store(cacheKey, etag, json);
      await sendDocument(context, etag, document);
      return;
    }
    const headers = representationHeaders(context, spec, representation);
    const content = { type: form.type, headers };
    if (etag === null)
      await sendContent(context, { ...content, status, bytes: Buffer.from(json ?? ''), etag });
    else {
      const bytes =
        json !== null
          ? this.#responses.store(cacheKey, etag, form.contentOf(json)).bytes
          : etag === cached?.etag
            ? cached.bytes
            : EMPTY_BODY;
      await sendContent(context, { ...content, status: 200, bytes, etag: form.tagOf(etag) });
    }
  }
}

const EMPTY_BODY = Buffer.alloc(0);
