/**
 * The HTTP API under `/api/`, built on moleculer-web. The checks of a request are the hooks of moleculer-web, in this
 * order: `parseQueryString` (URL) → `resolveAlias` (404, 405) → `onBeforeCall` (410) → `authenticate` (401, 429) →
 * `authorize` (403) → the alias (body, action, response). OPTIONS is answered without the hooks.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiError, notFound, unauthenticated } from '../../shared/kernel/errors/errors.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { ServiceSchema } from '../../shared/kernel/service/define-service.ts';
import type { ApiRequestHandler } from './api-request-handler.ts';
import type { SignedPrincipal } from './callers/authenticator.ts';
import { setCorsHeaders, setPreflightHeaders } from './callers/cors.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import type { HttpContext } from './http-context.ts';
import { API_SERVICE_MIXIN, API_SERVICE_SETTINGS, apiRouteOptions } from './moleculer-web-options.ts';
import type { GatewayService } from './open-gateway.ts';
import { drainRequest } from './requests/request-body.ts';
import { type RouteAlias, RouteTable, routeForAlias } from './requests/route-table.ts';
import { setDeprecationHeaders } from './responses/deprecation-headers.ts';
import { setApiHeaders } from './responses/response-headers.ts';
import { sendProblem } from './responses/send-response.ts';

/** A request as handed to the library. */
interface WebRequest extends IncomingMessage {
  context: HttpContext;
  search: URLSearchParams;
}

/** A request on its way through the hooks. */
interface ApiRequest extends WebRequest {
  /** Set by the library before the first hook. */
  $alias: RouteAlias;
  $params: Record<string, string>;
  /** Set by `authenticate`. */
  caller?: SignedPrincipal;
}

/** The library's entry point for requests received by another server. */
type HttpHandler = (request: WebRequest, response: ServerResponse) => Promise<void>;

export class ApiGateway {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;
  readonly #requestHandler: ApiRequestHandler;
  #httpHandler: HttpHandler | null = null;
  #routes = new RouteTable([]);

  constructor({ node, gatekeeper }: GatewayService, requestHandler: ApiRequestHandler) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
    this.#requestHandler = requestHandler;
  }

  /** Responds to a request under `/api/`; settles when the response is sent or the client disconnects. */
  async serve(context: HttpContext, search: URLSearchParams): Promise<void> {
    setApiHeaders(context);
    setCorsHeaders(this.#node.config, context);
    // The library routes OPTIONS as the method that a preflight names, or as GET.
    if (context.request.method === 'OPTIONS') this.#sendOptions(context);
    else await this.#httpHandler?.(Object.assign(context.request, { context, search }), context.response);
  }

  /** The Moleculer service without its actions: settings, routes and hooks. */
  serviceSchema(): Pick<ServiceSchema, 'mixins' | 'settings' | 'methods' | 'created'> {
    const gateway = this;
    const settings = {
      ...API_SERVICE_SETTINGS,
      routes: [
        apiRouteOptions({ handler: gateway.#handle.bind(gateway), onBeforeCall: rejectClosedEndpoint }),
      ],
      rootCallOptions: (
        options: { requestID?: string; tracking?: boolean },
        { context }: WebRequest,
      ): void => {
        // Our request id is validated; the library trusts any header.
        options.requestID = context.requestId;
        // `web-server.ts` waits for its requests before any service stops.
        options.tracking = false;
      },
    };
    return {
      mixins: [API_SERVICE_MIXIN],
      settings,
      methods: {
        // The query is read by the endpoint's schema; the library would build objects and lists from names
        // with brackets.
        parseQueryString: ({ context }: WebRequest) => ({
          url: gateway.#assertExactPath(context),
          query: {},
        }),
        // The library responds 404 to HEAD, and instead of 405.
        resolveAlias: (path: string, method: string) => {
          const { alias, pathParams: params } = gateway.#routes.match(method, path);
          return { alias, params };
        },
        async authenticate(_ctx: unknown, _route: unknown, request: ApiRequest): Promise<void> {
          // Returns nothing: a return value would be passed on in `meta.user`.
          request.caller = await gateway.#gatekeeper.authenticateAndCount(
            request.context,
            routeForAlias(request.$alias).spec,
            request.search,
          );
        },
        async authorize(
          _ctx: unknown,
          _route: unknown,
          { context, caller, $alias }: ApiRequest,
        ): Promise<void> {
          if (!caller) throw unauthenticated();
          gateway.#gatekeeper.authorize(context, routeForAlias($alias).spec, caller);
        },
        // The library logs every 5xx with its stack and data.
        errorHandler: ({ context }: WebRequest, _response: unknown, error: unknown): void =>
          void gateway.#reject(context, error),
      },
      created(): void {
        gateway.#httpHandler = this.httpHandler;
        gateway.#routes = new RouteTable(this.aliases);
      },
    };
  }

  /** Rejects what cannot be decoded, and a trailing slash, which the library trims before routing. */
  #assertExactPath({ request, path }: HttpContext): string {
    assertDecodable(request.url ?? path);
    if (path.endsWith('/')) this.#routes.match(request.method ?? 'GET', path);
    return path;
  }

  #handle(request: ApiRequest, _response: unknown, next: (error: unknown) => void): void {
    const { context, search, caller, $alias, $params } = request;
    const match = { ...routeForAlias($alias), pattern: $alias.fullPath, pathParams: $params };
    const handled = caller
      ? this.#requestHandler.handle({ context, search, caller, match })
      : Promise.reject(unauthenticated());
    handled.catch((error: unknown) => {
      // A response that has begun can only be cut off, and the library ignores errors after the connection is
      // closed.
      if (context.response.headersSent) this.#sendError(context, error);
      else next(error);
    });
  }

  /** Not counted against a limit: the request that follows the preflight is. */
  #sendOptions(context: HttpContext): void {
    try {
      const allow = this.#routes.allowedMethods(assertDecodable(context.path));
      if (allow.length === 0) throw notFound();
      setPreflightHeaders(context, allow);
      context.response.writeHead(204, { Allow: allow.join(', ') }).end();
    } catch (error) {
      this.#sendError(context, error);
    }
  }

  async #reject(context: HttpContext, error: unknown): Promise<void> {
    void endRejectedRequest(context.request);
    this.#sendError(context, await this.#gatekeeper.countRejected(context, error));
  }

  #sendError(context: HttpContext, error: unknown): void {
    const { request, route } = context;
    const status = sendProblem(context, error);
    if (status === 500) this.#node.log.error(`${request.method} ${route ?? '-'}`, error);
  }
}

/** Announces the end of a deprecated path. @throws ENDPOINT_CLOSED */
function rejectClosedEndpoint(_ctx: unknown, _route: unknown, { context, $alias }: ApiRequest): void {
  context.route = $alias.fullPath;
  const { id, spec } = routeForAlias($alias);
  context.endpoint = id;
  setDeprecationHeaders(context, spec, `${$alias.method} ${$alias.fullPath}`);
  if (spec.closed) throw apiError('ENDPOINT_CLOSED', spec.description ?? spec.summary);
}

/** @throws MALFORMED_REQUEST for a path or query that is not valid percent-encoded UTF-8 */
function assertDecodable(url: string): string {
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    const what = 'The URL is not valid percent-encoded UTF-8. A percent sign is sent as %25.';
    throw apiError('MALFORMED_REQUEST', what);
  }
}

/** Ends a request whose body is not read. */
async function endRejectedRequest(request: IncomingMessage): Promise<void> {
  await drainRequest(request);
  if (!request.complete) request.destroy();
}
