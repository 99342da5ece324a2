/**
 * The MCP endpoint `/mcp`: endpoints of the API as tools over Streamable HTTP, with the same credentials, on
 * the channel `mcp`. Stateless: any gateway handles any message. Each message is one POST
 * and counts as one request.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { setCorsHeaders, setPreflightHeaders } from '../callers/cors.ts';
import type { Gatekeeper } from '../callers/gatekeeper.ts';
import { assertMcpOrigin } from '../callers/origin-check.ts';
import type { HttpContext } from '../http-context.ts';
import { setApiHeaders } from '../responses/response-headers.ts';
import { sendJsonBytes, sendProblem } from '../responses/send-response.ts';
import { MCP_SPEC, readMessage, sendJsonRpcError } from './mcp-message.ts';
import { createMcpServer } from './mcp-server.ts';
import { findVersionProblem, replaceBatchingVersion } from './protocol-versions.ts';
import type { McpRequest } from './tool-calls.ts';
import { readToolSelection } from './tool-selection.ts';

const ALLOWED_METHODS = ['POST', 'OPTIONS'];

export class McpEndpoint {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;

  constructor(node: Node, gatekeeper: Gatekeeper) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
  }

  async serve(context: HttpContext, search: URLSearchParams): Promise<void> {
    setApiHeaders(context);
    const { request, response } = context;
    const { config, log } = this.#node;
    setCorsHeaders(config, context);
    context.route = '/mcp';
    try {
      if (request.method === 'OPTIONS') {
        setPreflightHeaders(context, ALLOWED_METHODS);
        response.writeHead(204, { Allow: ALLOWED_METHODS.join(', ') }).end();
        return;
      }
      if (request.method !== 'POST') {
        throw apiError(
          'METHOD_NOT_ALLOWED',
          'MCP requests must be POST. This server offers no event stream and has no sessions to delete.',
          {
            metadata: { allow: ALLOWED_METHODS },
          },
        );
      }
      assertMcpOrigin(config, request);
      this.#gatekeeper.authorize(
        context,
        MCP_SPEC,
        await this.#gatekeeper.authenticateAndCount(context, MCP_SPEC, search),
      );
      const selection = readToolSelection(context.path, search, request);
      const message = await readMessage(context);
      if (message === null) return;
      const versionProblem = findVersionProblem(request.headers['mcp-protocol-version']);
      if (versionProblem !== null) {
        await sendJsonRpcError(
          context,
          400,
          ErrorCode.ConnectionClosed,
          `Bad Request: ${versionProblem}`,
          null,
        );
        return;
      }
      // Authenticated again: rights may have changed while the body was received.
      const { principal } = await this.#gatekeeper.authenticate(context, MCP_SPEC, search);
      await this.#handleMessage({ context, principal: withMcpChannel(principal), selection, message });
    } catch (error) {
      const status = sendProblem(context, await this.#gatekeeper.countRejected(context, error));
      if (status === 500) log.error(`POST ${context.route}`, error);
    }
  }

  /** Passes the message to the library and sends its response. */
  async #handleMessage(message: McpRequest): Promise<void> {
    const { context } = message;
    const { request, response } = context;
    const server = createMcpServer(this.#node, message);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      const headers = Object.entries(request.headersDistinct).flatMap(([name, values]) =>
        (values ?? []).map((value): [string, string] => [name, value]),
      );
      const mcpResponse = await transport.handleRequest(
        new Request('http://localhost/mcp', { method: 'POST', headers }),
        {
          parsedBody: replaceBatchingVersion(message.message.json),
        },
      );
      const bytes = Buffer.from(await mcpResponse.arrayBuffer());
      if (bytes.length === 0) response.writeHead(mcpResponse.status).end();
      else await sendJsonBytes(context, mcpResponse.status, bytes);
    } finally {
      await server.close();
    }
  }
}

const withMcpChannel = (principal: Principal): Principal =>
  principal.kind === 'system' ? principal : { ...principal, channel: 'mcp' };
