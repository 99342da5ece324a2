/**
 * Carries out the tool calls of one message: of an endpoint, of `find_tool`, or of an endpoint by `call_tool`. A
 * refusal is a result with the problem document.
 */
import { type CallToolResult, McpError } from '@modelcontextprotocol/sdk/types.js';
import { isDryRunName } from '../../../shared/contracts/dry-run.ts';
import type { PublishedEndpoint } from '../../../shared/contracts/published-endpoints.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { notFound, toProblemDocument } from '../../../shared/kernel/errors/errors.ts';
import type { ProblemDocument } from '../../../shared/kernel/errors/problem-document.ts';
import { isRecord } from '../../../shared/kernel/json/is-record.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { toRefusedPermission } from '../../../shared/kernel/service/refusal-queue.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { HttpContext } from '../http-context.ts';
import { readIfMatch } from '../requests/entity-tags.ts';
import { parseIdempotencyHeader } from '../requests/idempotency-key.ts';
import { callWithRawParams } from '../service-calls.ts';
import { CALL_TOOL, FIND_TOOL, findTools } from './finding-tools.ts';
import { isStandardContent, toMarkupAnswer } from './markup-answers.ts';
import { ARGUMENTS_PATH, assertArgumentsSize, assertExactNumbers, type McpMessage } from './mcp-message.ts';
import { reachableTools } from './mcp-tools.ts';
import { toolAnswer, toolRefusal } from './tool-answers.ts';
import { describeIgnored, findIgnoredArguments, isWithoutBase, WITHOUT_BASE } from './tool-arguments.ts';
import { canContinue, takeToolOnlyArguments, toolOnlyArguments } from './tool-only-arguments.ts';
import { requireToolRoute } from './tool-refusals.ts';
import { findToolRoute, toolNameOf } from './tool-routes.ts';
import { isReachable, type ToolSelection } from './tool-selection.ts';
import { problemInToolWords } from './tool-words.ts';

/** A request with the message that it carries. */
export interface McpRequest {
  context: HttpContext;
  principal: Principal;
  selection: ToolSelection;
  message: McpMessage;
}

interface SentArguments {
  values: Readonly<Record<string, unknown>>;
  /** Where they are in the message. */
  path: readonly string[];
}

export class ToolCalls {
  readonly #node: Node;
  readonly #request: McpRequest;

  constructor(node: Node, request: McpRequest) {
    this.#node = node;
    this.#request = request;
  }

  /** @throws McpError for a name that is no tool of this connection; every other error is a result */
  call(name: string, values: Readonly<Record<string, unknown>> = {}): Promise<CallToolResult> {
    return this.#answer(() => {
      if (name !== FIND_TOOL.name && name !== CALL_TOOL.name)
        return this.#callNamed(name, { values, path: ARGUMENTS_PATH });
      this.#request.context.route = `/mcp#${name}`;
      return name === FIND_TOOL.name ? this.#findTool(values) : this.#callByName(values);
    });
  }

  /**
   * The result of an endpoint, as a part of another answer.
   * @throws the errors of the endpoint, NOT_FOUND for one that the request does not select
   */
  async read(id: string, values: Readonly<Record<string, unknown>>): Promise<unknown> {
    const route = findToolRoute(toolNameOf(id));
    if (!route || !isReachable(route.spec, this.#request.selection)) throw notFound();
    this.#logAs(route);
    const body = await this.#send(route, { ...values }, {});
    this.#request.context.loggedStatus = 200;
    return body;
  }

  /** The problem document of an error, in the words of tools; logs it as the outcome of the message. */
  describeError(error: unknown): ProblemDocument {
    const { context } = this.#request;
    const { basePath, requestId, route = '/mcp' } = context;
    const problem = toProblemDocument(error, { instance: `${basePath}${route}`, requestId });
    context.loggedStatus = problem.status;
    context.refused = toRefusedPermission(problem.code, problem.metadata);
    if (problem.status === 500) this.#node.log.error(`POST ${route}`, error);
    return problemInToolWords(problem);
  }

  async #answer(work: () => CallToolResult | Promise<CallToolResult>): Promise<CallToolResult> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof McpError) throw error;
      return toolRefusal(this.describeError(error));
    }
  }

  #logAs({ id }: PublishedEndpoint): void {
    this.#request.context.route = `/mcp#${toolNameOf(id)}`;
    this.#request.context.endpoint = id;
  }

  #findTool(values: Readonly<Record<string, unknown>>): CallToolResult {
    const { query } = requireMembers(values, FIND_TOOL.inputSchema.properties);
    if (typeof query !== 'string') throw validationError([{ path: 'query', message: "'query' is a text." }]);
    const { principal, selection, context } = this.#request;
    context.loggedStatus = 200;
    const body = findTools(query.slice(0, 1_000), reachableTools(principal, selection));
    return toolAnswer(body, { name: FIND_TOOL.name, continuation: undefined, canContinue: false, notes: [] });
  }

  #callByName(values: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
    const { name, arguments: args = {} } = requireMembers(values, CALL_TOOL.inputSchema.properties);
    if (typeof name !== 'string') throw validationError([{ path: 'name', message: "'name' is a text." }]);
    if (!isRecord(args)) throw validationError([{ path: 'arguments', message: "'arguments' is an object." }]);
    return this.#callNamed(name, { values: args, path: [...ARGUMENTS_PATH, 'arguments'] });
  }

  /** @throws McpError for a name that is no tool of this connection */
  #callNamed(name: string, sent: SentArguments): Promise<CallToolResult> {
    const { context, selection } = this.#request;
    // A refused name is logged as the message, however it was called.
    context.route = '/mcp';
    const route = requireToolRoute(name, selection);
    this.#logAs(route);
    return this.#callEndpoint(route, sent);
  }

  async #callEndpoint(
    route: PublishedEndpoint,
    { values: sent, path }: SentArguments,
  ): Promise<CallToolResult> {
    const { id, spec } = route;
    const { message, context } = this.#request;
    assertArgumentsSize(spec, sent);
    await assertExactNumbers(spec, message, path);
    const { values, form, continuation } = takeToolOnlyArguments(id, spec, sent);
    const ignored = findIgnoredArguments(spec, values, Object.keys(toolOnlyArguments(id, spec)));
    const condition = readIfMatch(spec, context.request);
    const key = parseIdempotencyHeader(spec, context.request, context.route ?? '', {
      ...values,
      ...condition,
    });
    const notes = ignored.length > 0 ? [describeIgnored(ignored)] : [];
    let body: unknown;
    try {
      body = await this.#send(route, values, { ...key, ...condition });
    } catch (error) {
      return toolRefusal(this.describeError(error), notes);
    }
    if (isWithoutBase(spec, { ...values, ...condition })) notes.push(WITHOUT_BASE);
    context.loggedStatus = spec.success ?? 200;
    return toolAnswer(form === 'markup' && isStandardContent(body) ? toMarkupAnswer(body) : body, {
      name: toolNameOf(id),
      continuation,
      canContinue: canContinue(spec),
      isDryRun: Object.entries(values).some(([at, value]) => isDryRunName(at) && String(value) === 'true'),
      notes,
    });
  }

  #send({ id }: PublishedEndpoint, values: Record<string, unknown>, headers: object): Promise<unknown> {
    const { context, principal } = this.#request;
    const { requestId, trace, abortId, rateLimitStatus } = context;
    const caller = { principal, token: this.#node.tokens.sign(principal, 'gateway') };
    const options = { caller, requestId, trace, abortId, rateLimitStatus, ...headers };
    return callWithRawParams(this.#node, id, values, options);
  }
}

/** The arguments of a tool that has no endpoint. @throws VALIDATION_ERROR for others than these */
function requireMembers(
  values: Readonly<Record<string, unknown>>,
  properties: object = {},
): Readonly<Record<string, unknown>> {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return values;
  const known = Object.keys(properties).join(', ');
  throw validationError(
    unknown.map((name) => ({
      path: name,
      message: `'${name}' is not an argument of this tool. It takes ${known}.`,
    })),
  );
}
