/**
 * `/mcp`: the same endpoints as tools, over Streamable HTTP, authenticated by the same keys, on the channel `mcp` (decisions A8, A24).
 * Stateless: any gateway answers any message. Each message is a POST of its own and counts as one request against the limit.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { GUIDE } from '../../../shared/contracts/help.ts';
import type { Principal } from '../../../shared/kernel/callers/principal.ts';
import { describeError, fail, hasCode, readError } from '../../../shared/kernel/errors.ts';
import type { Node } from '../../../shared/kernel/node.ts';
import { invalid, paramsOf } from '../../../shared/kernel/params.ts';
import { SERVICE_VERSION } from '../../../shared/kernel/service-version.ts';
import { sendJsonBytes, sendProblem, setCommonHeaders } from '../answers/answer.ts';
import { askAsSent } from '../asking.ts';
import { allowMethods, allowOrigin } from '../callers/cors.ts';
import type { Gatekeeper } from '../callers/gatekeeper.ts';
import { refuseForeignPage } from '../callers/origin.ts';
import { tellStanding } from '../callers/rate-limits.ts';
import type { Exchange } from '../exchange.ts';
import { keptBy, refuseInexact } from '../requests/exact-numbers.ts';
import type { PathFilter } from '../requests/json-scan.ts';
import { repeatableOf } from '../requests/repeatable.ts';
import { DEFAULT_BODY_LIMIT, receiveJsonBody } from '../requests/request-body.ts';
import { findInexact, parseJsonBody } from '../requests/strict-json.ts';
import { toolRoute, toolsOf } from './mcp-tools.ts';
import { unsupportedVersion, withoutBatches } from './protocol-versions.ts';

/** `/mcp` as an endpoint of the gateway's own, for the credential and the limits. */
const MCP: EndpointSpec = {
  group: 'discovery',
  summary: 'MCP over Streamable HTTP',
  auth: 'key_or_session',
  permissions: [],
  // A tool call may write, whatever its method says: by session it needs our own page.
  mutates: true,
  body: {},
  // The largest body of an endpoint, and the message around it.
  bodyLimitBytes: 17 * 1024 * 1024,
  returns: { type: 'any' },
};

const METHODS = ['POST', 'OPTIONS'];

const SERVER = {
  name: 'construction-specification-service',
  title: 'Construction Specification Service',
  version: SERVICE_VERSION,
};

/** What a model should know before it calls anything. */
const INSTRUCTIONS = [
  'Git for construction specifications: standards of numbered clauses with datasheet fields, projects that pin their revisions, a public wiki.',
  'The tools are the endpoints this key may call; discovery_whoami tells which permissions it has, and discovery_help describes every endpoint.',
  GUIDE.revisions,
  GUIDE.pagination,
  'An error is a tool result with isError and a problem document: a stable code, a sentence that says what to do, and errors with the path of each offending argument. What is not yours answers like what is not there: NOT_FOUND.',
].join('\n');

/** Made once: a server of one message should not compile a validator of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** The shape of each request; one that does not have it is -32602, also where the library says otherwise. */
const REQUESTS = new Map<string, { safeParse(value: unknown): { success: boolean } }>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

type RequestId = string | number | null;

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
    const { config, log } = this.#node;
    allowOrigin(config, exchange);
    exchange.route = '/mcp';
    try {
      if (request.method === 'OPTIONS') {
        allowMethods(exchange, METHODS);
        response.writeHead(204, { Allow: METHODS.join(', ') }).end();
        return;
      }
      if (request.method !== 'POST') {
        throw fail('METHOD_NOT_ALLOWED', 'MCP is spoken by POST here; there is no stream to listen to and no session to end.', {
          metadata: { allow: METHODS },
        });
      }
      refuseForeignPage(config, request);
      this.#gatekeeper.authorize(exchange, MCP, await this.#gatekeeper.identify(exchange, MCP, search));
      const received = await readMessage(exchange);
      if (received === null) return;
      const unsupported = unsupportedVersion(request.headers['mcp-protocol-version']);
      if (unsupported !== null) {
        await refuse(exchange, 400, ErrorCode.ConnectionClosed, `Bad Request: ${unsupported}`, null);
        return;
      }
      // A body may take minutes, and its sender lose the right meanwhile (H16).
      const { principal } = await this.#gatekeeper.judge(exchange, MCP, search);
      await this.#converse(exchange, onMcp(principal), received);
    } catch (error) {
      const status = sendProblem(exchange, await this.#gatekeeper.countRefusal(exchange, error));
      if (status === 500) log.error(`${exchange.requestId} ${exchange.route}`, error);
    }
  }

  /** Hands the message to the library and sends what it answers. */
  async #converse(exchange: Exchange, principal: Principal, received: Received): Promise<void> {
    const { request, response } = exchange;
    const server = this.#serverFor(principal, exchange, received);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    try {
      await server.connect(transport);
      const headers = Object.entries(request.headersDistinct).flatMap(([name, values]) =>
        (values ?? []).map((value): [string, string] => [name, value]),
      );
      const answer = await transport.handleRequest(new Request('http://localhost/mcp', { method: 'POST', headers }), {
        parsedBody: withoutBatches(received.message),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (bytes.length === 0) response.writeHead(answer.status).end();
      else await sendJsonBytes(exchange, answer.status, bytes, null);
    } finally {
      await server.close();
    }
  }

  #serverFor(principal: Principal, exchange: Exchange, received: Received): Server {
    const server = new Server(SERVER, { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator });
    server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: toolsOf(principal) }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
      this.#call(params.name, { sent: params.arguments ?? {}, received }, principal, exchange),
    );
    return server;
  }

  /** @throws McpError for a tool that does not exist; everything else that goes wrong is a tool's answer */
  async #call(name: string, { sent, received }: Arguments, principal: Principal, exchange: Exchange): Promise<CallToolResult> {
    const { requestId, standing } = exchange;
    const route = toolRoute(name);
    if (!route) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 200)}`);
    exchange.route = `/mcp#${name}`;
    const { id, spec } = route;
    try {
      checkSize(spec, sent);
      await checkNumbers(spec, received);
      const caller = { principal, token: this.#node.seal.sign(principal, 'gateway') };
      const repeatable = repeatableOf(spec, exchange.request, exchange.route, sent);
      const body = await askAsSent(this.#node, id, sent, { caller, requestId, exchange: exchange.id, ...repeatable });
      tellStanding(id, body, standing);
      exchange.outcome = spec.success ?? 200;
      return answer(body, false);
    } catch (error) {
      const problem = describeError(error, { instance: `/mcp#${name}`, requestId });
      exchange.outcome = problem.status;
      if (problem.status === 500) this.#node.log.error(`${requestId} ${exchange.route}`, error);
      return answer(problem, true);
    }
  }
}

const onMcp = (principal: Principal): Principal => (principal.kind === 'system' ? principal : { ...principal, channel: 'mcp' });

/** A JSON-RPC message. */
interface Received {
  message: unknown;
  /** As it came: these know how its numbers were written. */
  bytes: Buffer;
  /** Whether a number of its arguments is not written as it prints. */
  hasInexact: boolean;
}

/** The arguments of a tool, and the message they came in. */
interface Arguments {
  sent: Record<string, unknown>;
  received: Received;
}

/** Where the arguments of a tool stand in its message. */
const ARGUMENTS = ['params', 'arguments'];
const isArgument: PathFilter = (path) => ARGUMENTS.every((name, depth) => path[depth] === name);

/** @throws VALIDATION_ERROR for a number that is to be kept and would not be (X12) */
async function checkNumbers(spec: EndpointSpec, { bytes, hasInexact }: Received): Promise<void> {
  if (!hasInexact) return;
  // Which tool is called, and so what is to be kept, is known only when the message has been parsed.
  const numbers = await findInexact(bytes, keptBy(paramsOf(spec), ARGUMENTS));
  if (numbers.length > 0) throw invalid(refuseInexact(numbers, ARGUMENTS.length));
}

/** @throws PAYLOAD_TOO_LARGE for arguments that are longer than the endpoint's body may be (G18) */
function checkSize({ bodyLimitBytes = DEFAULT_BODY_LIMIT }: EndpointSpec, sent: Record<string, unknown>): void {
  if (Buffer.byteLength(JSON.stringify(sent)) <= bodyLimitBytes) return;
  throw fail('PAYLOAD_TOO_LARGE', `The arguments may have at most ${bodyLimitBytes} bytes.`);
}

/** The answer as structured content, and as text for clients that know no other. */
function answer(body: unknown, isError: boolean): CallToolResult {
  const structured: Record<string, unknown> = { ...Object(body) };
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: structured, isError };
}

/** The JSON-RPC message of a request; null when it is none and that has been answered. */
async function readMessage(exchange: Exchange): Promise<Received | null> {
  const bytes = await receiveJsonBody(MCP, exchange);
  if (bytes === undefined) return refuse(exchange, 400, ErrorCode.ParseError, 'Parse error: The body is empty.', null);
  const parsed = await parseJsonBody(bytes, isArgument).catch((error: unknown) => {
    if (hasCode(error, 'MALFORMED_JSON')) return readError(error).detail;
    throw error;
  });
  if (typeof parsed === 'string') return refuse(exchange, 400, ErrorCode.ParseError, `Parse error: ${parsed}`, null);
  const { body: message, inexact } = parsed;
  const received: Received = { message, bytes, hasInexact: inexact.length > 0 };
  const read = JSONRPCMessageSchema.safeParse(message);
  if (!read.success) {
    const why = Array.isArray(message) ? 'send one message at a time' : 'a message has jsonrpc "2.0", a method and an id';
    return refuse(exchange, 400, ErrorCode.InvalidRequest, `Invalid request: ${why}.`, null);
  }
  if (!('method' in read.data) || !('id' in read.data)) return received;
  const { method, id } = read.data;
  if (REQUESTS.get(method)?.safeParse(read.data).success !== false) return received;
  return refuse(exchange, 200, ErrorCode.InvalidParams, `Invalid params of ${method}.`, id);
}

/** Answers a JSON-RPC error. */
async function refuse(exchange: Exchange, status: number, code: ErrorCode, message: string, id: RequestId): Promise<null> {
  await sendJsonBytes(exchange, status, Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id })), null);
  return null;
}
