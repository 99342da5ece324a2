/** The tools that a request sees, from the permissions of its caller and what it selects, in pages. */
import { ErrorCode, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { CALL_TOOL, findToolFor } from './finding-tools.ts';
import { describedTools } from './tool-descriptions.ts';
import { findToolRoute, isAllowed, TOOL_ROUTES, toolNameOf } from './tool-routes.ts';
import type { CredentialType } from './tool-schemas.ts';
import { isListed, isReachable, type ToolSelection } from './tool-selection.ts';

/** Bytes of a page of `tools/list`; the default tools fit into one. */
const MAX_PAGE_BYTES = 63 * 1024;

/** The tools that the caller could use on some resource, as the request selects them. */
export function offeredTools(principal: Principal, selection: ToolSelection): Tool[] {
  const tools = toolsWhere(principal, (spec) => isListed(spec, selection));
  const hints = selection.readOnly
    ? { readOnlyHint: true, openWorldHint: false }
    : { ...CALL_TOOL.annotations };
  // First, because some clients show a model only the beginning of a long list.
  return [findToolFor(selection), { ...CALL_TOOL, annotations: hints }, ...tools];
}

/** Whether the caller may use the tools of all these endpoints, as the request selects them. */
export const mayUseAll = (
  ids: readonly EndpointId[],
  { principal, selection }: { principal: Principal; selection: ToolSelection },
): boolean =>
  ids.every((id) => {
    const route = findToolRoute(toolNameOf(id));
    return route !== undefined && isReachable(route.spec, selection) && isAllowed(route.spec, principal);
  });

/** The tools that the caller may call: with the toolset `default` also those that are not listed. */
export const reachableTools = (principal: Principal, selection: ToolSelection): Tool[] =>
  toolsWhere(principal, (spec) => isReachable(spec, selection));

function toolsWhere(principal: Principal, isSelected: (spec: EndpointSpec) => boolean): Tool[] {
  const described = describedTools(credentialOf(principal));
  return [...TOOL_ROUTES].flatMap(([name, { spec }]) => {
    const tool = described.get(name);
    return tool && isSelected(spec) && isAllowed(spec, principal) ? [tool] : [];
  });
}

const credentialOf = (principal: Principal): CredentialType =>
  principal.kind === 'user' ? principal.credential.type : 'session';

export interface ToolPage extends Record<string, unknown> {
  tools: Tool[];
  nextCursor?: string;
}

/**
 * The page at a cursor, which is the name of its first tool.
 * @throws McpError for a cursor that was not given out
 */
export function pageOfTools(tools: readonly Tool[], cursor: string | undefined): ToolPage {
  const start = cursor === undefined ? 0 : tools.findIndex(({ name }) => cursorTo(name) === cursor);
  if (start < 0)
    throw new McpError(ErrorCode.InvalidParams, 'Unknown cursor. List the tools from the start.');
  let bytes = 0;
  const size = tools.slice(start).findIndex((tool) => {
    bytes += Buffer.byteLength(JSON.stringify(tool)) + 1;
    return bytes > MAX_PAGE_BYTES;
  });
  const end = size < 0 ? tools.length : start + Math.max(size, 1);
  const next = tools[end];
  return { tools: tools.slice(start, end), ...(next ? { nextCursor: cursorTo(next.name) } : {}) };
}

const cursorTo = (name: string): string => Buffer.from(name).toString('base64url');
