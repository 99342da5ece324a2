/** The HTTP server: listening, its limits, and draining before anything behind it stops (decisions E5; hardening H33, R13). */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { holdsKey } from '../../shared/kernel/callers/key-text.ts';
import { ConfigError } from '../../shared/kernel/config.ts';
import { fail } from '../../shared/kernel/errors.ts';
import { answerProbe } from '../../shared/kernel/health.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { tellAbandonment } from './abandonment.ts';
import { logAccess } from './access-log.ts';
import { sendProblem, setCommonHeaders } from './answers/answer.ts';
import type { ApiGateway } from './api-gateway.ts';
import type { Gatekeeper } from './callers/gatekeeper.ts';
import { serveReferencePage } from './discovery/reference-page.ts';
import type { Exchange } from './exchange.ts';
import type { McpEndpoint } from './mcp/mcp.ts';
import { clientAddress } from './requests/client-address.ts';
import { malformationOf, refuseUnparsed } from './requests/malformed-request.ts';
import { splitTarget, useOriginForm } from './requests/request-target.ts';
import { SlowReaders } from './slow-readers.ts';

const REQUEST_ID = /^[\w.:-]{1,128}$/;
const DRAIN_MS = 20_000;
/** Requests a connection may have sent ahead; browsers and our clients send none. */
const MOST_PIPELINED = 32;

const MAX_LISTENERS = 20;

interface Parts {
  node: Node;
  api: ApiGateway;
  mcp: McpEndpoint;
  gatekeeper: Gatekeeper;
}

export class WebServer {
  readonly #node: Node;
  readonly #api: ApiGateway;
  readonly #mcp: McpEndpoint;
  readonly #gatekeeper: Gatekeeper;
  readonly #server: Server;
  /** The answer being given on each connection, and how many wait on it. */
  readonly #underway = new WeakMap<Duplex, ServerResponse>();
  readonly #waiting = new WeakMap<Duplex, number>();
  readonly #slowReaders = new SlowReaders();

  constructor({ node, api, mcp, gatekeeper }: Parts) {
    this.#node = node;
    this.#api = api;
    this.#mcp = mcp;
    this.#gatekeeper = gatekeeper;
    this.#server = createServer(
      {
        // A large upload may take its time, headers may not; the parser answers what is malformed with 400 or 431.
        headersTimeout: 20_000,
        requestTimeout: 600_000,
        keepAliveTimeout: 65_000,
        maxHeaderSize: 32 * 1024,
        requireHostHeader: true,
      },
      (request, response) => this.#take(request, response),
    );
    // Refused like everything else that is no request of ours; left alone, the server would send a bare 417.
    this.#server.on('checkExpectation', (request, response) => this.#take(request, response));
    // Neither side has sent a byte for longer than any answer takes. Who sends and does not read is `slow-readers.ts`.
    this.#server.setTimeout(120_000);
    this.#server.on('clientError', (error, socket) => refuseUnparsed(error, socket, this.#underway.get(socket)));
  }

  /**
   * Listens on the configured address.
   * @throws ConfigError when the port is taken or not allowed
   */
  async listen(): Promise<void> {
    const { host, port } = this.#node.config;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => {
        reject(new ConfigError(whyNotListening(error, host, port)));
      });
      this.#server.listen(port, host, resolve);
    });
    this.#slowReaders.start();
    const bound = this.#server.address();
    if (typeof bound === 'object' && bound)
      this.#node.address = `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
  }

  /** Takes no new connection, finishes the requests under way, 20 s at most. */
  async drain(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    const timer = setTimeout(() => this.#server.closeAllConnections(), DRAIN_MS);
    await closed;
    clearTimeout(timer);
    this.#slowReaders.stop();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    // Six parts of the gateway wait for its end, and a pipeline adds five: more than Node takes for a leak.
    response.setMaxListeners(MAX_LISTENERS);
    this.#slowReaders.watch(response);
    if (this.#isFlood(request, response)) request.socket.destroy();
    else void this.#serve(request, response);
  }

  /** Whether a connection asks on and on without waiting for answers: each would lie in memory until it is read. */
  #isFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const waiting = (this.#waiting.get(socket) ?? 0) + 1;
    this.#waiting.set(socket, waiting);
    response.once('close', () => this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1));
    return waiting > MOST_PIPELINED;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#node.draining) response.setHeader('Connection', 'close');
    useOriginForm(request);
    const [path, query] = splitTarget(request.url ?? '/');
    const sentId = request.headers['x-request-id'];
    const requestId = typeof sentId === 'string' && isRequestId(sentId) ? sentId : randomUUID();
    const address = clientAddress(this.#node.config, request);
    const exchange: Exchange = { request, response, requestId, address, path };
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    logAccess(this.#node, exchange);
    tellAbandonment(this.#node, exchange);
    this.#underway.set(request.socket, response);
    // Who reached us by https once is not to be led to plain http afterwards; a browser ignores it over plain http.
    if (this.#node.config.baseUrl?.startsWith('https://')) response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    try {
      const malformation = malformationOf(request);
      if (malformation !== null) {
        response.setHeader('Connection', 'close');
        await this.#refuse(exchange, malformation);
      } else if (path.startsWith('/api/')) await this.#api.serve(exchange, new URLSearchParams(query));
      else if (path === '/mcp') await this.#mcp.serve(exchange, new URLSearchParams(query));
      else if (path === '/' || path === '/docs/') response.writeHead(308, { Location: '/docs' }).end();
      else if (await answerProbe(this.#node, path, response)) return;
      else if (!((request.method === 'GET' || request.method === 'HEAD') && (await serveReferencePage(exchange)))) {
        await this.#refuse(
          exchange,
          fail('NOT_FOUND', 'There is no such page. /docs is the API reference, /api/help lists the endpoints.'),
        );
      }
    } catch (error) {
      this.#node.log.error('an answer failed', error);
      response.destroy();
    }
  }

  async #refuse(exchange: Exchange, refusal: Error): Promise<void> {
    setCommonHeaders(exchange);
    sendProblem(exchange, await this.#gatekeeper.countRefusal(exchange, refusal));
  }
}

/** An id that is a key would be kept by every log that names it. */
const isRequestId = (sent: string): boolean => REQUEST_ID.test(sent) && !holdsKey(sent);

/** One line that names the variable to change. */
function whyNotListening({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken by another program. Set PORT to a free one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  return `${host} is no address of this machine (${code}). Set HOST to one, e.g. 127.0.0.1 or 0.0.0.0.`;
}
