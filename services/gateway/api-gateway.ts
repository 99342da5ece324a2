/**
 * Serves `/api/` by moleculer-web. The order of decisions G16 is the order of its hooks: `parseQueryString` (the address) →
 * `resolveAlias` (404, 405) → `onBeforeCall` (410) → `authenticate` (401, 429) → `authorize` (403) → the alias (body, action, answer).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, notFound, unauthenticated } from '../../shared/kernel/errors.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { ServiceSchema } from '../../shared/kernel/service.ts';
import { sendProblem, setCommonHeaders } from './answers/answer.ts';
import type { ApiExchanges } from './api-exchanges.ts';
import { allowMethods, allowOrigin } from './callers/cors.ts';
import type { SignedPrincipal } from './callers/credentials.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import type { Exchange } from './exchange.ts';
import { apiRoute, SAFE_API_SERVICE, SAFE_SETTINGS } from './moleculer-web.ts';
import { type Alias, RouteTable, routeOf } from './requests/route-table.ts';

/** A request as it is handed to the library. */
interface WebRequest extends IncomingMessage {
  exchange: Exchange;
  search: URLSearchParams;
}

/** A request on its way through the hooks. */
interface ApiRequest extends WebRequest {
  /** Set by the library before the first hook. */
  $alias: Alias;
  $params: Record<string, string>;
  /** Set by `authenticate`. */
  caller?: SignedPrincipal;
}

/** The library's door for requests that arrived elsewhere. */
type HttpHandler = (request: WebRequest, response: ServerResponse) => Promise<void>;

interface Parts {
  node: Node;
  gatekeeper: Gatekeeper;
  exchanges: ApiExchanges;
}

export class ApiGateway {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;
  readonly #exchanges: ApiExchanges;
  #httpHandler: HttpHandler | null = null;
  #routes: RouteTable = new RouteTable<Alias>([]);

  constructor({ node, gatekeeper, exchanges }: Parts) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
    this.#exchanges = exchanges;
  }

  /** Answers a request of `/api/`; settles when its answer has left or its client has gone. */
  async serve(exchange: Exchange, search: URLSearchParams): Promise<void> {
    setCommonHeaders(exchange);
    allowOrigin(this.#node.config, exchange);
    // The library takes OPTIONS for the method a preflight asks about, and for GET without one.
    if (exchange.request.method === 'OPTIONS') this.#answerOptions(exchange);
    else await this.#httpHandler?.(Object.assign(exchange.request, { exchange, search }), exchange.response);
  }

  /** What the service is beside its actions: routes, hooks, and their order. */
  schema(): Pick<ServiceSchema, 'mixins' | 'settings' | 'methods' | 'created'> {
    const gateway = this;
    const settings = {
      ...SAFE_SETTINGS,
      routes: [apiRoute({ handler: gateway.#handle.bind(gateway), onBeforeCall: refuseClosed })],
      // The id of a request is ours, checked; the library believes any header.
      rootCallOptions: (options: { requestID?: string }, { exchange }: WebRequest): void => {
        options.requestID = exchange.requestId;
      },
    };
    return {
      mixins: [SAFE_API_SERVICE],
      settings,
      methods: {
        // Pairs are read by the endpoint's own schema; theirs builds objects and lists out of names with brackets.
        parseQueryString: ({ exchange }: WebRequest) => ({ url: gateway.#exactPath(exchange), query: {} }),
        // Theirs answers 404 to HEAD, and where 405 is due.
        resolveAlias: (path: string, method: string) => {
          const { alias, path: params } = gateway.#routes.match(method, path);
          return { alias, params };
        },
        async authenticate(_ctx: unknown, _route: unknown, request: ApiRequest): Promise<void> {
          // Returns nothing: what it returned would travel on in `meta.user`.
          request.caller = await gateway.#gatekeeper.identify(request.exchange, routeOf(request.$alias).spec, request.search);
        },
        async authorize(_ctx: unknown, _route: unknown, { exchange, caller, $alias }: ApiRequest): Promise<void> {
          if (!caller) throw unauthenticated();
          gateway.#gatekeeper.authorize(exchange, routeOf($alias).spec, caller);
        },
        // Theirs writes every 5xx with its stack and data into the log.
        errorHandler: ({ exchange }: WebRequest, _response: unknown, error: unknown): void =>
          void gateway.#refuse(exchange, error),
      },
      created(): void {
        gateway.#httpHandler = this.httpHandler;
        gateway.#routes = new RouteTable<Alias>(this.aliases);
      },
    };
  }

  /** The path as sent: the library trims a slash at its end before it looks for an alias. */
  #exactPath({ request, path }: Exchange): string {
    if (decodable(path).endsWith('/')) this.#routes.match(request.method ?? 'GET', path);
    return path;
  }

  #handle(request: ApiRequest, _response: unknown, next: (error: unknown) => void): void {
    const { exchange, search, caller, $alias, $params } = request;
    const match = { ...routeOf($alias), pattern: $alias.fullPath, path: $params };
    const answered = caller ? this.#exchanges.answer({ exchange, search, caller, match }) : Promise.reject(unauthenticated());
    answered.catch((error: unknown) => {
      // An answer that has begun can only be cut off; the library would not hear of it once the connection is closed.
      if (exchange.response.headersSent) this.#answerError(exchange, error);
      else next(error);
    });
  }

  /** Costs nothing, and does not count: a browser asks before the request that does. */
  #answerOptions(exchange: Exchange): void {
    try {
      const allow = this.#routes.allowed(decodable(exchange.path));
      if (allow.length === 0) throw notFound();
      allowMethods(exchange, allow);
      exchange.response.writeHead(204, { Allow: allow.join(', ') }).end();
    } catch (error) {
      this.#answerError(exchange, error);
    }
  }

  async #refuse(exchange: Exchange, error: unknown): Promise<void> {
    if (!exchange.request.complete) drainRequest(exchange.request);
    this.#answerError(exchange, await this.#gatekeeper.countRefusal(exchange, error));
  }

  #answerError(exchange: Exchange, error: unknown): void {
    const { request, requestId, route } = exchange;
    const status = sendProblem(exchange, error);
    if (status === 500) this.#node.log.error(`${requestId} ${request.method} ${route ?? '-'}`, error);
  }
}

/** @throws ENDPOINT_CLOSED */
function refuseClosed(_ctx: unknown, _route: unknown, { exchange, $alias }: ApiRequest): void {
  exchange.route = $alias.fullPath;
  const { spec } = routeOf($alias);
  if (spec.closed) throw fail('ENDPOINT_CLOSED', spec.description ?? spec.summary);
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

const DRAIN_MS = 2_000;

/** Lets the unread rest of a refused body pass for a moment, because a client that still sends does not read its answer; then it ends. */
function drainRequest(request: IncomingMessage): void {
  request.resume();
  const timer = setTimeout(() => request.destroy(), DRAIN_MS);
  request.once('close', () => clearTimeout(timer));
}
