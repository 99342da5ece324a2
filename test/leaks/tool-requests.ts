/** Requests of the leak test as calls of MCP tools: the same endpoint with the same arguments. */

import { findToolRoute } from '../../services/gateway/mcp/mcp-tools.ts';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import type { Schema } from '../../shared/contracts/schema.ts';
import type { ApiResponse, RestClient } from '../../shared/rest-client/client.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import type { MatrixRequest } from '../matrix/request-details.ts';

const toolName = ({ id }: PublishedEndpoint): string => id.replaceAll('.', '_');

/** Whether an endpoint is a tool. */
export const isTool = (route: PublishedEndpoint): boolean => findToolRoute(toolName(route)) !== undefined;

/** Calls the tool of an endpoint with the arguments of a request. */
export function callTool(
  client: RestClient,
  route: PublishedEndpoint,
  request: MatrixRequest,
): Promise<ApiResponse> {
  const params = { name: toolName(route), arguments: toolArguments(route, request) };
  return client.request(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { accept: 'application/json, text/event-stream', 'accept-encoding': 'identity' },
  );
}

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
