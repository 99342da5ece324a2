/**
 * The HTTP server: listens, limits times, headers and pipelining, rejects malformed requests, dispatches to the API,
 * MCP, the console, the API reference, the pages at fixed paths and health probes, and drains before the services stop.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { apiError } from '../../shared/kernel/errors/errors.ts';
import { isSafeRequestId, runWithRequestId } from '../../shared/kernel/logging/request-id.ts';
import { basePathOf } from '../../shared/kernel/node/base-path.ts';
import { handleProbe } from '../../shared/kernel/node/health-probes.ts';
import { listen } from '../../shared/kernel/node/listen.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { DRAIN_SECONDS } from '../../shared/kernel/node/shutdown-times.ts';
import type { ApiGateway } from './api-gateway.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import { findForeignHost } from './callers/origin-check.ts';
import { notifyOnDisconnect } from './client-disconnect.ts';
import { readClientIp } from './client-ip.ts';
import { type ConsoleFiles, readConsoleFiles } from './console-pages/console-files.ts';
import { serveConsole } from './console-pages/serve-console.ts';
import { serveApiReference } from './discovery/api-reference-page.ts';
import type { HttpContext } from './http-context.ts';
import type { McpEndpoint } from './mcp/mcp-endpoint.ts';
import { isMcpPath } from './mcp/tool-selection.ts';
import { createMemoryBudgets } from './memory-budget.ts';
import type { GatewayService } from './open-gateway.ts';
import { logAccess, RequestMetrics, traceRequest } from './request-observation.ts';
import { normalizeToOriginForm, removeBasePath, splitTarget } from './requests/request-target.ts';
import {
  findRequestError,
  MAX_PARSED_HEADER_BYTES,
  rejectUnparsable,
} from './responses/malformed-request.ts';
import { setApiHeaders, setGeneralHeaders } from './responses/response-headers.ts';
import { sendProblem } from './responses/send-response.ts';
import { whenClosed } from './responses/when-closed.ts';
import { serveSitePage } from './site-pages/serve-site-page.ts';
import { SlowClientMonitor } from './slow-clients.ts';

/** Requests that may wait on one connection; browsers and our clients pipeline none. */
const MAX_PIPELINED_REQUESTS = 32;

const NO_PAGES: ReadonlySet<string> = new Set();

export class WebServer {
  readonly #node: Node;
  readonly #api: ApiGateway;
  readonly #openMcp: () => Promise<McpEndpoint>;
  readonly #gatekeeper: Gatekeeper;
  readonly #console: ConsoleFiles | null = readConsoleFiles();
  readonly #server: Server;
  /** The current response of each connection, and how many requests wait on it. */
  readonly #activeResponses = new WeakMap<Duplex, ServerResponse>();
  readonly #pendingCounts = new WeakMap<Duplex, number>();
  readonly #memory = createMemoryBudgets();
  readonly #slowClients = new SlowClientMonitor();
  readonly #metrics: RequestMetrics;
  /** The path of BASE_URL, below which a proxy serves the site. */
  readonly #basePath: string;

  constructor({ node, gatekeeper }: GatewayService, api: ApiGateway, openMcp: () => Promise<McpEndpoint>) {
    this.#node = node;
    this.#basePath = basePathOf(node.config.baseUrl);
    this.#api = api;
    this.#openMcp = openMcp;
    this.#gatekeeper = gatekeeper;
    this.#metrics = new RequestMetrics(node, this.#memory);
    this.#server = createServer(
      {
        // A large upload may take long, headers may not.
        headersTimeout: 20_000,
        requestTimeout: 600_000,
        keepAliveTimeout: 65_000,
        maxHeaderSize: MAX_PARSED_HEADER_BYTES,
        // `malformed-request.ts` rejects it instead: the server would send a bare 400, uncounted and unlogged.
        requireHostHeader: false,
      },
      (request, response) => this.#accept(request, response),
    );
    // Without this listener the server would send a bare 417.
    this.#server.on('checkExpectation', (request, response) => this.#accept(request, response));
    // Longer than any response takes without a byte either way. Clients that send but do not read:
    // `slow-clients.ts`.
    this.#server.setTimeout(120_000);
    this.#server.on('clientError', (error, socket) =>
      rejectUnparsable(error, socket, this.#activeResponses.get(socket), this.#basePath),
    );
  }

  /**
   * Listens on the configured address.
   * @throws ConfigError when the port is taken or not allowed
   */
  async listen(): Promise<void> {
    const { host } = this.#node.config;
    await listen(this.#server, this.#node.config);
    this.#slowClients.start();
    const bound = this.#server.address();
    if (typeof bound === 'object' && bound)
      this.#node.url = `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
  }

  /** Accepts no new connection and finishes the requests in flight, within `DRAIN_SECONDS`. */
  async drain(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), DRAIN_SECONDS * 1000);
    await closed;
    clearTimeout(timer);
    this.#slowClients.stop();
  }

  #accept(request: IncomingMessage, response: ServerResponse): void {
    this.#slowClients.watch(response);
    const pending = this.#countPending(request, response);
    if (pending > MAX_PIPELINED_REQUESTS) request.socket.destroy();
    else this.#handle(request, response);
  }

  /**
   * Counts the request until its response is read: each is kept in memory until then.
   * @returns how many requests wait on the connection
   */
  #countPending({ socket }: IncomingMessage, response: ServerResponse): number {
    const pending = (this.#pendingCounts.get(socket) ?? 0) + 1;
    this.#pendingCounts.set(socket, pending);
    whenClosed(response, () => this.#pendingCounts.set(socket, (this.#pendingCounts.get(socket) ?? 1) - 1));
    return pending;
  }

  /** Prepares context, headers, log and metrics of a request, and responds to it. */
  #handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.#node.isDraining) response.setHeader('Connection', 'close');
    normalizeToOriginForm(request);
    const basePath = this.#basePath;
    removeBasePath(request, basePath, this.#console?.firstParts ?? NO_PAGES);
    const [path, query] = splitTarget(request.url ?? '/');
    const sentId = request.headers['x-request-id'];
    const requestId = typeof sentId === 'string' && isSafeRequestId(sentId) ? sentId : randomUUID();
    const clientIp = readClientIp(this.#node.config, request);
    const context: HttpContext = {
      request,
      response,
      requestId,
      clientIp,
      path,
      basePath,
      memory: this.#memory,
    };
    response.setHeader('X-Request-Id', requestId);
    setGeneralHeaders(context);
    logAccess(this.#node, context);
    this.#metrics.observe(context);
    traceRequest(this.#node, context);
    notifyOnDisconnect(this.#node, context);
    this.#activeResponses.set(request.socket, response);
    // Browsers ignore it over plain http.
    if (this.#node.config.baseUrl?.startsWith('https://'))
      response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    void runWithRequestId(requestId, () => this.#dispatch(context, query));
  }

  async #dispatch(context: HttpContext, query: string): Promise<void> {
    const { request, response, path, basePath } = context;
    try {
      const requestError = findRequestError(request);
      const foreignHost = findForeignHost(this.#node.config, request);
      if (requestError !== null) {
        response.setHeader('Connection', 'close');
        await this.#reject(context, requestError);
      } else if (await handleProbe(this.#node, path, response)) return;
      else if (foreignHost !== null) await this.#reject(context, foreignHost);
      else if (path.startsWith('/api/')) await this.#api.serve(context, new URLSearchParams(query));
      else if (isMcpPath(path)) await (await this.#openMcp()).serve(context, new URLSearchParams(query));
      else if (path === '/docs/' || (path === '/' && this.#console === null))
        response
          .writeHead(path === '/' ? 302 : 308, {
            Location: `${basePath}/docs`,
            Link: `<${basePath}/.well-known/api-catalog>; rel="api-catalog"`,
          })
          .end();
      else if (await this.#sendSitePage(context)) return;
      else if (!(await this.#sendPage(context))) {
        await this.#reject(
          context,
          apiError(
            'NOT_FOUND',
            `Page not found. The API reference is at ${basePath}/docs; ${basePath}/api/help lists the endpoints.`,
          ),
        );
      }
    } catch (error) {
      this.#node.log.error('failed to respond to a request', error);
      response.destroy();
    }
  }

  /** Sends the API reference or the console; false for another path or method. */
  async #sendPage(context: HttpContext): Promise<boolean> {
    const { method } = context.request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (await serveApiReference(context)) return true;
    return this.#console !== null && serveConsole(this.#console, context);
  }

  /** False for another path. */
  async #sendSitePage(context: HttpContext): Promise<boolean> {
    try {
      return await serveSitePage(this.#node.config, context);
    } catch (error) {
      sendProblem(context, await this.#gatekeeper.countRejected(context, error));
      return true;
    }
  }

  async #reject(context: HttpContext, error: Error): Promise<void> {
    setApiHeaders(context);
    sendProblem(context, await this.#gatekeeper.countRejected(context, error));
  }
}
