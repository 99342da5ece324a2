/**
 * Finds the endpoint of a tool by its name, for a direct call and for `call_tool`, or says why the name cannot be
 * called.
 */
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { type PublishedEndpoint, publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { CALL_TOOL, FIND_TOOL } from './finding-tools.ts';
import { findToolRoute, toolNameOf } from './tool-routes.ts';
import { isReachable, type ToolSelection, toolsetsOf } from './tool-selection.ts';

/** The endpoints that are no tools, by the name that their tool would have. */
const NO_TOOLS = new Map(
  publishedEndpoints().flatMap(({ id, spec }) =>
    findToolRoute(toolNameOf(id)) === undefined ? [[toolNameOf(id), spec] as const] : [],
  ),
);

/**
 * The endpoint of a tool that this connection selects.
 * @param name of the tool, or the id of its endpoint
 * @throws McpError with the reason: to MCP such a name is an invalid parameter
 */
export function requireToolRoute(name: string, selection: ToolSelection): PublishedEndpoint {
  const route = findToolRoute(toolNameOf(name));
  if (!route) throw refusal(whyNoTool(toolNameOf(name)));
  const { id, spec } = route;
  if (isReachable(spec, selection)) return route;
  throw refusal(
    selection.readOnly && spec.mutates
      ? `${toolNameOf(id)} writes, and this connection is read-only (X-MCP-Readonly).`
      : `${toolNameOf(id)} is in the toolset ${toolsetsOf(spec).join(' or ')}, which this connection does not select.`,
  );
}

function whyNoTool(name: string): string {
  if (name === FIND_TOOL.name || name === CALL_TOOL.name) return `${name} is called directly.`;
  const spec = NO_TOOLS.get(name);
  if (spec === undefined)
    return `${JSON.stringify(name.slice(0, 200))} is no tool. ${FIND_TOOL.name} finds the names.`;
  if (spec.closed) return `${name} is closed, and no tool.`;
  return spec.auth === 'session_only'
    ? `${name} is for browser sessions alone: a person does it, signed in. It is no tool, and no key may call it.`
    : `${name} is for HTTP alone, and no tool.`;
}

const refusal = (message: string): McpError => new McpError(ErrorCode.InvalidParams, message);
