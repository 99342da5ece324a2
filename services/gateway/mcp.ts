/**
 * `/mcp`: the same endpoints as tools, over Streamable HTTP, authenticated by the same keys, on the channel `mcp` (decisions A8, A24).
 * Stateless: any gateway answers any request.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { sessionEndpoints } from '../../shared/contracts/identity/session.ts';
import { toJsonSchema } from '../../shared/contracts/openapi.ts';
import { describeError, fail } from '../../shared/kernel/errors.ts';
import { admit } from '../../shared/kernel/implement.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { paramsOf } from '../../shared/kernel/params.ts';
import type { Principal } from '../../shared/kernel/principal.ts';
import { timeoutOf } from '../../shared/kernel/timeouts.ts';
import { type Exchange, sendProblem, setCommonHeaders } from './answer.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { tellStanding } from './rate-limits.ts';
import { readJsonBody } from './request-body.ts';
import { publishedEndpoints, type Route } from './route-table.ts';

/** `/mcp` as an endpoint of the gateway's own, for the credential and the limits. */
const MCP: EndpointSpec = {
  group: 'discovery',
  summary: 'MCP over Streamable HTTP',
  auth: 'key_or_session',
  permissions: [],
  // A tool call may write, whatever its method says: by session it needs our own page.
  mutates: true,
  body: {},
  bodyLimitBytes: 17 * 1024 * 1024,
  returns: { type: 'any' },
};

/** Sessions, files and what is closed are no tools: a tool answers JSON to a key. */
const isTool = ({ id, spec }: Route): boolean =>
  spec.auth !== 'session_only' && !spec.closed && !spec.bodyEncoding && !spec.answer && !Object.hasOwn(sessionEndpoints, id);

const TOOLS: ReadonlyMap<string, Route> = new Map(
  publishedEndpoints()
    .filter(isTool)
    .map((route) => [route.id.replaceAll('.', '_'), route]),
);

/** One flat object of the parameters an MCP client may use. */
function describeTool(name: string, { spec }: Route): Tool {
  const props = Object.fromEntries(Object.entries(paramsOf(spec)).filter(([, schema]) => schema.only === undefined));
  const { properties, required } = toJsonSchema({ type: 'object', props });
  return {
    name,
    title: spec.summary,
    description: spec.description ?? spec.summary,
    inputSchema: {
      type: 'object',
      ...(isRecord(properties) ? { properties } : {}),
      ...(Array.isArray(required) ? { required: required.map(String) } : {}),
    },
    annotations: { readOnlyHint: !spec.mutates, openWorldHint: false },
  };
}

const isRecord = (value: unknown): value is Record<string, object> => typeof value === 'object' && value !== null;

export class McpEndpoint {
  readonly #node: Node;
  readonly #gatekeeper: Gatekeeper;

  constructor(node: Node, gatekeeper: Gatekeeper) {
    this.#node = node;
    this.#gatekeeper = gatekeeper;
  }

  async serve(exchange: Exchange, search: URLSearchParams): Promise<void> {
    setCommonHeaders(exchange);
    const { request, response } = exchange;
    exchange.route = '/mcp';
    try {
      if (request.method !== 'POST') {
        throw fail('METHOD_NOT_ALLOWED', 'MCP is spoken by POST here.', { metadata: { allow: ['POST'] } });
      }
      await this.#gatekeeper.admit(exchange, MCP, search);
      const body = await readJsonBody(MCP, request);
      // A body may take minutes, and its sender lose the right meanwhile (H16).
      const { principal } = await this.#gatekeeper.judge(exchange, MCP, search);
      // A batch would be many calls counted as one request.
      if (Array.isArray(body)) throw fail('MALFORMED_REQUEST', 'Send one JSON-RPC message at a time.');
      const server = this.#serverFor(onMcp(principal), exchange);
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      response.on('close', () => void server.close());
      await server.connect(transport);
      await transport.handleRequest(request, response, body);
    } catch (error) {
      const status = sendProblem(exchange, error);
      if (status === 500) this.#node.log.error(`${exchange.requestId} ${exchange.route}`, error);
    }
  }

  #serverFor(principal: Principal, exchange: Exchange): Server {
    const server = new Server({ name: 'construction-specification-service', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: [...TOOLS].flatMap(([name, route]) => (mayCall(route.spec, principal) ? [describeTool(name, route)] : [])),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
      this.#call(params.name, params.arguments ?? {}, principal, exchange),
    );
    return server;
  }

  async #call(name: string, sent: Record<string, unknown>, principal: Principal, exchange: Exchange): Promise<CallToolResult> {
    const { requestId, standing } = exchange;
    try {
      const route = TOOLS.get(name);
      if (!route) throw fail('NOT_FOUND', `There is no tool ${name}.`);
      exchange.route = `/mcp#${name}`;
      const body: unknown = await this.#node.broker.call<unknown, Record<string, unknown>>(route.id, sent, {
        meta: { principal: this.#node.seal.sign(principal) },
        requestID: requestId,
        timeout: timeoutOf(route.id),
      });
      tellStanding(route.id, body, standing);
      return answer(body, false);
    } catch (error) {
      const problem = describeError(error, { instance: `/mcp#${name}`, requestId });
      if (problem.status === 500) this.#node.log.error(`${requestId} ${exchange.route}`, error);
      return answer(problem, true);
    }
  }
}

const onMcp = (principal: Principal): Principal => (principal.kind === 'system' ? principal : { ...principal, channel: 'mcp' });

function answer(body: unknown, isError: boolean): CallToolResult {
  const structured: Record<string, unknown> = { ...Object(body) };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: structured, isError };
}

function mayCall(spec: EndpointSpec, principal: Principal): boolean {
  try {
    admit(spec, principal);
    return true;
  } catch {
    return false;
  }
}
