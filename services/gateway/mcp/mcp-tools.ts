/**
 * MCP tools: which endpoints are tools, with their names, descriptions and argument schemas;
 * the endpoint of a tool; and the tools that a caller may use on some resource.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type EndpointSpec, parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import { isForTools } from '../../../shared/contracts/endpoint-callers.ts';
import { toJsonSchema } from '../../../shared/contracts/json-schema.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { authorize } from '../../../shared/kernel/service/implement-action.ts';
import { paramSchemas } from '../../../shared/kernel/validation/params.ts';

const isTool = ({ spec }: PublishedEndpoint): boolean =>
  isForTools(spec) && spec.auth !== 'session_only' && !spec.closed;

const isRecord = (value: unknown): value is Record<string, object> =>
  typeof value === 'object' && value !== null;

/** The endpoints by tool name, which is the contract id with `_`. */
const TOOL_ROUTES: ReadonlyMap<string, PublishedEndpoint> = new Map(
  publishedEndpoints()
    .filter(isTool)
    .map((route) => [route.id.replaceAll('.', '_'), route]),
);

/** The endpoint of a tool; undefined for an unknown one. */
export const findToolRoute = (name: string): PublishedEndpoint | undefined => TOOL_ROUTES.get(name);

/** The tools that this caller could use on some resource. */
export const allowedTools = (principal: Principal): Tool[] =>
  [...TOOL_DESCRIPTIONS].flatMap(([name, tool]) =>
    isAllowed(TOOL_ROUTES.get(name), principal) ? [tool] : [],
  );

function isAllowed(route: PublishedEndpoint | undefined, principal: Principal): boolean {
  if (!route) return false;
  try {
    authorize(route.spec, principal);
    return true;
  } catch {
    return false;
  }
}

/**
 * A tool with one flat argument object. Without an output schema: it would triple a list that models read
 * whole, and clients validate the structured content of errors against it.
 */
function describeTool(name: string, { spec }: PublishedEndpoint): Tool {
  const props = Object.fromEntries(
    Object.entries(paramSchemas(spec)).filter(([, schema]) => schema.only === undefined),
  );
  const { properties, required } = toJsonSchema({ type: 'object', props });
  return {
    name,
    title: spec.summary,
    description: spec.description ? `${spec.summary}. ${spec.description}` : `${spec.summary}.`,
    inputSchema: {
      type: 'object',
      ...(isRecord(properties) ? { properties } : {}),
      ...(Array.isArray(required) ? { required: required.map(String) } : {}),
      ...(spec.strictBody ? { additionalProperties: false } : {}),
    },
    annotations: { title: spec.summary, ...toolAnnotations(spec) },
  };
}

const TOOL_DESCRIPTIONS: ReadonlyMap<string, Tool> = new Map(
  [...TOOL_ROUTES].map(([name, route]) => [name, describeTool(name, route)]),
);

/** Hints for clients: a read, an addition or a change. No tool reaches beyond this service. */
function toolAnnotations(spec: EndpointSpec): Tool['annotations'] {
  if (!spec.mutates) return { readOnlyHint: true, openWorldHint: false };
  const { method } = parseHttpLine(spec.http ?? '');
  return {
    readOnlyHint: false,
    // A 201 creates something and changes nothing else.
    destructiveHint: spec.success !== 201,
    idempotentHint: method === 'PUT' || method === 'DELETE',
    openWorldHint: false,
  };
}
