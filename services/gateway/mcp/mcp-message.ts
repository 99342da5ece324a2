/**
 * Reads a JSON-RPC message of an MCP client, refuses tool arguments that are too large or have a number that parsing would
 * change, and sends protocol errors.
 */
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { DEFAULT_BODY_LIMIT } from '../../../shared/contracts/body-limits.ts';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { apiError, hasErrorCode, toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import type { PathFilter } from '../../../shared/kernel/json/json-scan.ts';
import { findInexactNumbers, parseJsonBody } from '../../../shared/kernel/json/strict-json.ts';
import { paramSchemas, validationError } from '../../../shared/kernel/validation/params.ts';
import type { HttpContext } from '../http-context.ts';
import { exactValueFilter, inexactNumberProblems } from '../requests/exact-numbers.ts';
import { receiveBodyBytes } from '../requests/request-body.ts';
import { sendJsonBytes } from '../responses/send-response.ts';

/** The contract of `/mcp` itself, for authentication and limits. */
export const MCP_SPEC: EndpointSpec = {
  group: 'discovery',
  summary: 'MCP over Streamable HTTP',
  auth: 'key_or_session',
  permissions: [],
  // A tool call may write: with a session it must come from our own page.
  mutates: true,
  body: {},
  // The largest body of an endpoint plus the message around it.
  bodyLimitBytes: 17 * 1024 * 1024,
  returns: { type: 'any' },
};

type RequestId = string | number | null;

export interface McpMessage {
  json: unknown;
  /** As received, with the text of its numbers. */
  bytes: Buffer;
  /** Whether parsing changed a number of its arguments. */
  hasInexactNumbers: boolean;
}

/** Where the arguments of a tool are in a message. */
export const ARGUMENTS_PATH: readonly string[] = ['params', 'arguments'];
const isToolArgument: PathFilter = (path) => ARGUMENTS_PATH.every((name, depth) => path[depth] === name);

/** The schemas of requests: one that does not match is -32602, where the library would send another code. */
const REQUEST_SCHEMAS = new Map<string, { safeParse(value: unknown): { success: boolean } }>([
  ['initialize', InitializeRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
  ['resources/read', ReadResourceRequestSchema],
  ['prompts/get', GetPromptRequestSchema],
]);

/** The JSON-RPC message of a request; null when it was invalid and the error has been sent. */
export async function readMessage(context: HttpContext): Promise<McpMessage | null> {
  const bytes = await receiveBodyBytes(MCP_SPEC, context);
  if (bytes === undefined)
    return sendJsonRpcError(context, 400, ErrorCode.ParseError, 'Parse error: The body is empty.', null);
  const parsed = await parseJsonBody(bytes, isToolArgument).catch((error: unknown) => {
    if (hasErrorCode(error, 'MALFORMED_JSON')) return toErrorInfo(error).detail;
    throw error;
  });
  if (typeof parsed === 'string')
    return sendJsonRpcError(context, 400, ErrorCode.ParseError, `Parse error: ${parsed}`, null);
  const { body: json, inexactNumbers } = parsed;
  const message: McpMessage = { json, bytes, hasInexactNumbers: inexactNumbers.length > 0 };
  const rpc = JSONRPCMessageSchema.safeParse(json);
  if (!rpc.success) {
    const problem = Array.isArray(json)
      ? 'send a single message, not a batch'
      : 'a message must have jsonrpc "2.0", a method and an id';
    return sendJsonRpcError(context, 400, ErrorCode.InvalidRequest, `Invalid request: ${problem}.`, null);
  }
  if (!('method' in rpc.data) || !('id' in rpc.data)) return message;
  const { method, id } = rpc.data;
  if (REQUEST_SCHEMAS.get(method)?.safeParse(rpc.data).success !== false) return message;
  return sendJsonRpcError(context, 200, ErrorCode.InvalidParams, `Invalid params of ${method}.`, id);
}

/**
 * @param path where the arguments are in the message
 * @throws VALIDATION_ERROR for a changed number that must be kept as sent
 */
export async function assertExactNumbers(
  spec: EndpointSpec,
  { bytes, hasInexactNumbers }: McpMessage,
  path: readonly string[],
): Promise<void> {
  if (!hasInexactNumbers) return;
  // The tool, and so its schema, is known only after the message has been parsed.
  const numbers = await findInexactNumbers(bytes, exactValueFilter(paramSchemas(spec), path));
  if (numbers.length > 0) throw validationError(inexactNumberProblems(numbers, path.length));
}

/** @throws PAYLOAD_TOO_LARGE for arguments beyond the body limit of the endpoint */
export function assertArgumentsSize(
  { bodyLimitBytes = DEFAULT_BODY_LIMIT }: EndpointSpec,
  values: Readonly<Record<string, unknown>>,
): void {
  if (Buffer.byteLength(JSON.stringify(values)) <= bodyLimitBytes) return;
  throw apiError('PAYLOAD_TOO_LARGE', `The arguments must not exceed ${bodyLimitBytes} bytes.`);
}

export async function sendJsonRpcError(
  context: HttpContext,
  status: number,
  code: ErrorCode,
  message: string,
  id: RequestId,
): Promise<null> {
  await sendJsonBytes(
    context,
    status,
    Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id })),
  );
  return null;
}
