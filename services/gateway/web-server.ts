/** The HTTP server: listening, its limits, and draining before anything behind it stops (decisions E5; hardening H33, R13). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ConfigError } from '../../shared/kernel/config.ts';
import { describeError, notFound } from '../../shared/kernel/errors.ts';
import { answerProbe } from '../../shared/kernel/health.ts';
import type { Node } from '../../shared/kernel/node.ts';
import type { ApiExchanges } from './exchange.ts';
import { serveReferencePage } from './reference-page.ts';

const DRAIN_MS = 20_000;

export class WebServer {
  readonly #node: Node;
  readonly #api: ApiExchanges;
  readonly #server: Server;

  constructor(node: Node, api: ApiExchanges) {
    this.#node = node;
    this.#api = api;
    this.#server = createServer(
      {
        // A large upload may take its time, headers may not; the parser answers what is malformed with 400 or 431.
        headersTimeout: 20_000,
        requestTimeout: 600_000,
        keepAliveTimeout: 65_000,
        maxHeaderSize: 32 * 1024,
        requireHostHeader: true,
      },
      (request, response) => void this.#serve(request, response),
    );
  }

  /**
   * Listens on the configured address.
   * @throws ConfigError when the port is taken or not allowed
   */
  async listen(): Promise<void> {
    const { host, port } = this.#node.config;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => {
        const reason = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`;
        reject(new ConfigError(`Port ${port} on ${host} ${reason}. Set PORT to a free one.`));
      });
      this.#server.listen(port, host, resolve);
    });
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
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#node.draining) response.setHeader('Connection', 'close');
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    try {
      if (path.startsWith('/api/')) await this.#api.serve(request, response);
      else if (answerProbe(this.#node, path, response)) return;
      else if (!((request.method === 'GET' || request.method === 'HEAD') && (await serveReferencePage(path, response)))) {
        const problem = describeError(notFound(), { instance: path, requestId: '-' });
        response.writeHead(404, {
          'Content-Type': 'application/problem+json; charset=utf-8',
          'X-Content-Type-Options': 'nosniff',
        });
        response.end(JSON.stringify(problem));
      }
    } catch (error) {
      this.#node.log.error('an answer failed', error);
      response.destroy();
    }
  }
}
