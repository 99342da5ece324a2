/** Requests of the leak test as calls of MCP tools: the same endpoint with the same arguments. */
import assert from 'node:assert/strict';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describedTools } from '../../services/gateway/mcp/tool-descriptions.ts';
import { canAnswerInMarkup } from '../../services/gateway/mcp/tool-only-arguments.ts';
import { findToolRoute } from '../../services/gateway/mcp/tool-routes.ts';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import type { Schema } from '../../shared/contracts/schema.ts';
import type { ApiResponse, RestClient } from '../../shared/rest-client/client.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import type { MatrixRequest } from '../matrix/request-details.ts';

const toolName = ({ id }: PublishedEndpoint): string => id.replaceAll('.', '_');

/** Whether an endpoint is a tool. */
export const isTool = (route: PublishedEndpoint): boolean => findToolRoute(toolName(route)) !== undefined;

/** The ways to call the tool of an endpoint: itself, by name, and for its JSON where it gives markup. */
export const toolForms = ({ id }: PublishedEndpoint): readonly ToolForm[] => [
  'direct',
  ...(canAnswerInMarkup(id) ? (['json'] as const) : []),
];
export type ToolForm = 'direct' | 'json';

/** Calls the tool of an endpoint with the arguments of a request; holds its result against its schema. */
export async function callTool(
  client: RestClient,
  route: PublishedEndpoint,
  request: MatrixRequest,
  form: ToolForm = 'direct',
): Promise<ApiResponse> {
  const name = toolName(route);
  const args = { ...toolArguments(route, request), ...(form === 'json' ? { as: 'json' } : {}) };
  const response = await sendMcp(client, 'tools/call', { name, arguments: args });
  const { result } = Object(response.body);
  const { outputSchema } = describedTools('key').get(name) ?? {};
  if (outputSchema && result && !result.isError) {
    const { valid, errorMessage } = validator.getValidator(outputSchema)(result.structuredContent);
    assert.ok(valid, `${name}: ${errorMessage}`);
  }
  return response;
}

/** Sends one message to the MCP endpoint. */
export const sendMcp = (client: RestClient, method: string, params: JsonObject): Promise<ApiResponse> =>
  client.request(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method, params },
    { accept: 'application/json, text/event-stream', 'accept-encoding': 'identity' },
  );

const validator = new AjvJsonSchemaValidator();

/** One flat object; a query has texts where a tool takes values of JSON. */
function toolArguments({ spec }: PublishedEndpoint, { ids, query, body }: MatrixRequest): JsonObject {
  const values = Object.entries(query).map(([name, value]) => [name, toJsonValue(spec.query?.[name], value)]);
  return { ...ids, ...Object.fromEntries(values), ...body };
}

function toJsonValue(schema: Schema | undefined, value: string | number): string | number | boolean {
  if (schema?.type === 'boolean') return value === 'true';
  if (schema?.type === 'enum') return schema.values.find((one) => String(one) === value) ?? value;
  return value;
}
