/**
 * The MCP endpoint `/mcp`: endpoints of the API as tools over Streamable HTTP, with the same credentials, on
 * the channel `mcp`. Stateless: any gateway handles any message. Each message is one POST
 * and counts as one request.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { GUIDE } from '../../../shared/contracts/help.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { apiError, toProblemDocument } from '../../../shared/kernel/errors/errors.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { SERVICE_VERSION } from '../../../shared/kernel/node/service-version.ts';
import { toRefusedPermission } from '../../../shared/kernel/service/refusal-queue.ts';
import { setCorsHeaders, setPreflightHeaders } from '../callers/cors.ts';
import type { Gatekeeper } from '../callers/gatekeeper.ts';
import { assertMcpOrigin } from '../callers/origin-check.ts';
import type { HttpContext } from '../http-context.ts';
import { readIfMatch } from '../requests/entity-tags.ts';
import { parseIdempotencyHeader } from '../requests/idempotency-key.ts';
import { setApiHeaders } from '../responses/response-headers.ts';
import { sendJsonBytes, sendProblem } from '../responses/send-response.ts';
import { callWithRawParams } from '../service-calls.ts';
import {
  assertArgumentsSize,
  assertExactNumbers,
  MCP_SPEC,
  type McpMessage,
  readMessage,
  sendJsonRpcError,
  type ToolArguments,
} from './mcp-message.ts';
import { allowedTools, findToolRoute } from './mcp-tools.ts';
import { findVersionProblem, replaceBatchingVersion } from './protocol-versions.ts';

const ALLOWED_METHODS = ['POST', 'OPTIONS'];

const SERVER_INFO = {
  name: 'construction-specification-service',
  title: 'Construction Specification Service',
  version: SERVICE_VERSION,
};

/** The introduction for models. */
const INSTRUCTIONS = [
  'Git for construction specifications: standards of numbered clauses with datasheet fields, projects that pin their revisions, a public wiki.',
  'The tools are the endpoints this key may call; discovery_whoami shows which permissions it has, and discovery_help describes every endpoint.',
  GUIDE.revisions,
  GUIDE.pagination,
  'An error is a tool result with isError and a problem document: a stable code, a sentence that says what to do, and errors with the path of each offending argument. NOT_FOUND also means that you do not have access.',
].join('\n');

/** Shared: a server handles one message and should not compile a validator of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

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
      await this.#handleMessage(context, withMcpChannel(principal), message);
    } catch (error) {
      const status = sendProblem(context, await this.#gatekeeper.countRejected(context, error));
      if (status === 500) log.error(`POST ${context.route}`, error);
    }
  }

  /** Passes the message to the library and sends its response. */
  async #handleMessage(context: HttpContext, principal: Principal, message: McpMessage): Promise<void> {
    const { request, response } = context;
    const server = this.#createServer(principal, context, message);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      const headers = Object.entries(request.headersDistinct).flatMap(([name, values]) =>
        (values ?? []).map((value): [string, string] => [name, value]),
      );
      const mcpResponse = await transport.handleRequest(
        new Request('http://localhost/mcp', { method: 'POST', headers }),
        {
          parsedBody: replaceBatchingVersion(message.json),
        },
      );
      const bytes = Buffer.from(await mcpResponse.arrayBuffer());
      if (bytes.length === 0) response.writeHead(mcpResponse.status).end();
      else await sendJsonBytes(context, mcpResponse.status, bytes);
    } finally {
      await server.close();
    }
  }

  #createServer(principal: Principal, context: HttpContext, message: McpMessage): Server {
    const server = new Server(SERVER_INFO, {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator,
    });
    server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: allowedTools(principal) }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
      this.#callTool(params.name, { values: params.arguments ?? {}, message }, principal, context),
    );
    return server;
  }

  /** @throws McpError for an unknown tool; every other error is a tool result */
  async #callTool(
    name: string,
    { values, message }: ToolArguments,
    principal: Principal,
    context: HttpContext,
  ): Promise<CallToolResult> {
    const { requestId, trace } = context;
    const route = findToolRoute(name);
    if (!route) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 200)}`);
    const { id, spec } = route;
    context.route = `/mcp#${name}`;
    context.endpoint = id;
    try {
      assertArgumentsSize(spec, values);
      await assertExactNumbers(spec, message);
      const caller = { principal, token: this.#node.tokens.sign(principal, 'gateway') };
      const condition = readIfMatch(spec, context.request);
      const sent = { ...values, ...condition };
      const idempotency = parseIdempotencyHeader(spec, context.request, context.route, sent);
      const options = {
        caller,
        requestId,
        trace,
        abortId: context.abortId,
        rateLimitStatus: context.rateLimitStatus,
        ...idempotency,
        ...condition,
      };
      const body = await callWithRawParams(this.#node, id, values, options);
      context.loggedStatus = spec.success ?? 200;
      return toolResult(body, false);
    } catch (error) {
      const problem = toProblemDocument(error, { instance: `${context.basePath}/mcp#${name}`, requestId });
      context.loggedStatus = problem.status;
      context.refused = toRefusedPermission(problem.code, problem.metadata);
      if (problem.status === 500) this.#node.log.error(`POST ${context.route}`, error);
      return toolResult(problem, true);
    }
  }
}

const withMcpChannel = (principal: Principal): Principal =>
  principal.kind === 'system' ? principal : { ...principal, channel: 'mcp' };

/** The result as structured content, and as text for older clients. */
function toolResult(body: unknown, isError: boolean): CallToolResult {
  const structured: Record<string, unknown> = { ...Object(body) };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: structured, isError };
}
