/** The endpoints as MCP tools: which of them, under which name, with which arguments (decisions A24). */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { type EndpointSpec, parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import { toJsonSchema } from '../../../shared/contracts/json-schema.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { authorize } from '../../../shared/kernel/service/implement-action.ts';
import { paramSchemas } from '../../../shared/kernel/validation/params.ts';

/**
 * A tool answers JSON to a key: what needs a session, bytes or a closed endpoint is none, nor what makes a session or takes a
 * password or a mailed token, because nobody should have to tell these to a model.
 */
const isTool = ({ spec }: PublishedEndpoint): boolean =>
  spec.auth !== 'session_only' &&
  !spec.closed &&
  !spec.bodyEncoding &&
  !spec.responseType &&
  !(spec.credential === 'ignored' && spec.mutates);

const isRecord = (value: unknown): value is Record<string, object> => typeof value === 'object' && value !== null;

/** Every tool there is, by name: the contract id with `_`. */
const TOOL_ROUTES: ReadonlyMap<string, PublishedEndpoint> = new Map(
  publishedEndpoints()
    .filter(isTool)
    .map((route) => [route.id.replaceAll('.', '_'), route]),
);

/** The endpoint behind a tool; undefined when there is no such tool. */
export const findToolRoute = (name: string): PublishedEndpoint | undefined => TOOL_ROUTES.get(name);

/** The tools this caller may use somewhere. */
export const allowedTools = (principal: Principal): Tool[] =>
  [...TOOL_DESCRIPTIONS].flatMap(([name, tool]) => (isAllowed(TOOL_ROUTES.get(name), principal) ? [tool] : []));

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
 * One flat object of the arguments an MCP client may use. No output schema: it would triple a list that models read whole, and clients
 * hold the structured content of an error against it, which is a problem document.
 */
function describeTool(name: string, { spec }: PublishedEndpoint): Tool {
  const props = Object.fromEntries(Object.entries(paramSchemas(spec)).filter(([, schema]) => schema.only === undefined));
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

/** What a client may tell its user before a call: a read, an addition, or a change of what is there. Nothing reaches beyond this service. */
function toolAnnotations(spec: EndpointSpec): Tool['annotations'] {
  if (!spec.mutates) return { readOnlyHint: true, openWorldHint: false };
  const { method } = parseHttpLine(spec.http ?? '');
  return {
    readOnlyHint: false,
    // A 201 makes something new and leaves the rest as it is.
    destructiveHint: spec.success !== 201,
    idempotentHint: method === 'PUT' || method === 'DELETE',
    openWorldHint: false,
  };
}
