/** The endpoints that are MCP tools, by the name of the tool, and whether a caller could use one. */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { isForTools } from '../../../shared/contracts/endpoint-callers.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { authorize } from '../../../shared/kernel/service/implement-action.ts';

/** Whether the endpoint is a tool: not one for files, for sessions only, or closed. */
export const isTool = ({ spec }: PublishedEndpoint): boolean =>
  isForTools(spec) && spec.auth !== 'session_only' && !spec.closed;

/** The contract id with `_`. */
export const toolNameOf = (id: string): string => id.replaceAll('.', '_');

/** The endpoints of all tools, by the names of these, in the order of the contract. */
export const TOOL_ROUTES: ReadonlyMap<string, PublishedEndpoint> = new Map(
  publishedEndpoints()
    .filter(isTool)
    .map((route) => [toolNameOf(route.id), route]),
);

/** The endpoint of a tool; undefined for an unknown one. */
export const findToolRoute = (name: string): PublishedEndpoint | undefined => TOOL_ROUTES.get(name);

/** Whether the caller could use the endpoint on some resource. */
export function isAllowed(spec: EndpointSpec, principal: Principal): boolean {
  try {
    authorize(spec, principal);
    return true;
  } catch {
    return false;
  }
}
