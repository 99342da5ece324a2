/**
 * Serves `/api/` by moleculer-web. The order of decisions G16 is the order of its hooks: `parseQueryString` (the address) →
 * `resolveAlias` (404, 405) → `onBeforeCall` (410) → `authenticate` (401, 429) → `authorize` (403) → the alias (body, action, answer).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiError, notFound, unauthenticated } from '../../shared/kernel/errors/errors.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import type { ServiceSchema } from '../../shared/kernel/service/define-service.ts';
import type { ApiRequestHandler } from './api-request-handler.ts';
import type { SignedPrincipal } from './callers/authenticator.ts';
import { setCorsHeaders, setPreflightHeaders } from './callers/cors.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import { API_SERVICE_MIXIN, API_SERVICE_SETTINGS, apiRouteOptions } from './moleculer-web-options.ts';
import type { RequestContext } from './request-context.ts';
import { drainRequest } from './requests/drain-request.ts';
import { type RouteAlias, RouteTable, routeForAlias } from './requests/route-table.ts';
import { sendProblem, setCommonHeaders } from './responses/send-response.ts';

/** A request as it is handed to the library. */
interface WebRequest extends IncomingMessage {
  context: RequestContext;
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

/** The library's door for requests that arrived elsewhere. */
type HttpHandler = (request: WebRequest, response: ServerResponse) => Promise<void>;

interface Deps {
  node: Node;
  gatekeeper: Gatekeeper;
  requestHandler: ApiRequestHandler;
}

export class ApiGateway {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;
  readonly #requestHandler: ApiRequestHandler;
  #httpHandler: HttpHandler | null = null;
  #routes: RouteTable = new RouteTable<RouteAlias>([]);

  constructor({ node, gatekeeper, requestHandler }: Deps) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
    this.#requestHandler = requestHandler;
  }

  /** Answers a request of `/api/`; settles when its answer has left or its client has gone. */
  async serve(context: RequestContext, search: URLSearchParams): Promise<void> {
    setCommonHeaders(context);
    setCorsHeaders(this.#node.config, context);
    // The library takes OPTIONS for the method a preflight asks about, and for GET without one.
    if (context.request.method === 'OPTIONS') this.#sendOptions(context);
    else await this.#httpHandler?.(Object.assign(context.request, { context, search }), context.response);
  }

  /** What the service is beside its actions: routes, hooks, and their order. */
  serviceSchema(): Pick<ServiceSchema, 'mixins' | 'settings' | 'methods' | 'created'> {
    const gateway = this;
    const settings = {
      ...API_SERVICE_SETTINGS,
      routes: [apiRouteOptions({ handler: gateway.#handle.bind(gateway), onBeforeCall: rejectClosedEndpoint })],
      // The id of a request is ours, checked; the library believes any header.
      rootCallOptions: (options: { requestID?: string }, { context }: WebRequest): void => {
        options.requestID = context.requestId;
      },
    };
    return {
      mixins: [API_SERVICE_MIXIN],
      settings,
      methods: {
        // Pairs are read by the endpoint's own schema; theirs builds objects and lists out of names with brackets.
        parseQueryString: ({ context }: WebRequest) => ({ url: gateway.#assertExactPath(context), query: {} }),
        // Theirs answers 404 to HEAD, and where 405 is due.
        resolveAlias: (path: string, method: string) => {
          const { alias, pathParams: params } = gateway.#routes.match(method, path);
          return { alias, params };
        },
        async authenticate(_ctx: unknown, _route: unknown, request: ApiRequest): Promise<void> {
          // Returns nothing: what it returned would travel on in `meta.user`.
          request.caller = await gateway.#gatekeeper.authenticateAndCount(
            request.context,
            routeForAlias(request.$alias).spec,
            request.search,
          );
        },
        async authorize(_ctx: unknown, _route: unknown, { context, caller, $alias }: ApiRequest): Promise<void> {
          if (!caller) throw unauthenticated();
          gateway.#gatekeeper.authorize(context, routeForAlias($alias).spec, caller);
        },
        // Theirs writes every 5xx with its stack and data into the log.
        errorHandler: ({ context }: WebRequest, _response: unknown, error: unknown): void => void gateway.#reject(context, error),
      },
      created(): void {
        gateway.#httpHandler = this.httpHandler;
        gateway.#routes = new RouteTable<RouteAlias>(this.aliases);
      },
    };
  }

  /** The path as sent: the library trims a slash at its end before it looks for an alias. */
  #assertExactPath({ request, path }: RequestContext): string {
    if (assertDecodable(path).endsWith('/')) this.#routes.match(request.method ?? 'GET', path);
    return path;
  }

  #handle(request: ApiRequest, _response: unknown, next: (error: unknown) => void): void {
    const { context, search, caller, $alias, $params } = request;
    const match = { ...routeForAlias($alias), pattern: $alias.fullPath, pathParams: $params };
    const answered = caller ? this.#requestHandler.handle({ context, search, caller, match }) : Promise.reject(unauthenticated());
    answered.catch((error: unknown) => {
      // An answer that has begun can only be cut off; the library would not hear of it once the connection is closed.
      if (context.response.headersSent) this.#sendError(context, error);
      else next(error);
    });
  }

  /** Costs nothing, and does not count: a browser asks before the request that does. */
  #sendOptions(context: RequestContext): void {
    try {
      const allow = this.#routes.allowedMethods(assertDecodable(context.path));
      if (allow.length === 0) throw notFound();
      setPreflightHeaders(context, allow);
      context.response.writeHead(204, { Allow: allow.join(', ') }).end();
    } catch (error) {
      this.#sendError(context, error);
    }
  }

  async #reject(context: RequestContext, error: unknown): Promise<void> {
    void endRejectedRequest(context.request);
    this.#sendError(context, await this.#gatekeeper.countRejected(context, error));
  }

  #sendError(context: RequestContext, error: unknown): void {
    const { request, requestId, route } = context;
    const status = sendProblem(context, error);
    if (status === 500) this.#node.log.error(`${requestId} ${request.method} ${route ?? '-'}`, error);
  }
}

/** @throws ENDPOINT_CLOSED */
function rejectClosedEndpoint(_ctx: unknown, _route: unknown, { context, $alias }: ApiRequest): void {
  context.route = $alias.fullPath;
  const { spec } = routeForAlias($alias);
  if (spec.closed) throw apiError('ENDPOINT_CLOSED', spec.description ?? spec.summary);
}

/** @throws MALFORMED_REQUEST for a path that is not valid percent-encoded UTF-8 (H32) */
function assertDecodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    throw apiError('MALFORMED_REQUEST', 'The URL is not valid percent-encoded UTF-8.');
  }
}

/** Ends a request whose body nobody reads. */
async function endRejectedRequest(request: IncomingMessage): Promise<void> {
  await drainRequest(request);
  if (!request.complete) request.destroy();
}
