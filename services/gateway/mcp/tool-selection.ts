/**
 * The toolsets that an MCP client chooses, by path, query or header, and whether it only reads. A toolset is a
 * group of the contract, `search`, `default` or `all`; which endpoints are in `search` and `default` each declares in its
 * contract (`tool`).
 */
import type { IncomingMessage } from 'node:http';
import { ENDPOINT_GROUPS, type EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';

/** Every toolset that a client may name. */
export const TOOLSETS = ['default', 'all', 'search', ...ENDPOINT_GROUPS] as const;
export type Toolset = (typeof TOOLSETS)[number];

export interface ToolSelection {
  toolsets: ReadonlySet<Toolset>;
  /** Only tools that change nothing. */
  readOnly: boolean;
}

/** Below it the path names toolsets: `/mcp/x/standards,search`. */
const PATH_PREFIX = '/mcp/x/';

/** Whether the path is that of the MCP endpoint, with or without toolsets. */
export const isMcpPath = (path: string): boolean => path === '/mcp' || path.startsWith(PATH_PREFIX);

const READ_ONLY_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['', 'true', '1', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'off'].map((word) => [word, false] as const),
]);

/**
 * What a request chooses. Toolsets named in several places count together; none is `default`.
 * @throws VALIDATION_ERROR for an unknown toolset, with the list of all, for an unclear `readonly`, and for other
 *   parameters: a misspelt one must not leave a connection open to writes
 */
export function readToolSelection(
  path: string,
  search: URLSearchParams,
  { headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>,
): ToolSelection {
  const inPath = path.startsWith(PATH_PREFIX) ? [decodePath(path.slice(PATH_PREFIX.length))] : [];
  const parameters = readParameters(search);
  const named = [...inPath, ...parameters.toolsets, ...(headersDistinct['x-mcp-toolsets'] ?? [])];
  const words = named.flatMap((list) => list.split(',')).map((word) => word.trim().toLowerCase());
  const toolsets = words.filter((word) => word !== '').map(requireToolset);
  const flags = [...parameters.readonly, ...(headersDistinct['x-mcp-readonly'] ?? [])];
  return {
    toolsets: new Set<Toolset>(toolsets.length === 0 ? ['default'] : toolsets),
    readOnly: flags.map(requireFlag).some(Boolean),
  };
}

/** The values by parameter, whose names may have capitals, `_` and `-`. */
function readParameters(search: URLSearchParams): Record<'toolsets' | 'readonly', string[]> {
  const values: Record<'toolsets' | 'readonly', string[]> = { toolsets: [], readonly: [] };
  for (const [sent, value] of search) {
    const name = sent.toLowerCase().replace(/[_-]/g, '');
    if (name !== 'toolsets' && name !== 'readonly') {
      const message = `Unknown parameter ${JSON.stringify(sent.slice(0, 100))}. The parameters are toolsets and readonly.`;
      throw apiErrorAt('VALIDATION_ERROR', sent.slice(0, 100), message);
    }
    values[name].push(value);
  }
  return values;
}

/** A path that cannot be decoded names no toolset. */
function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function requireToolset(word: string): Toolset {
  const toolset = TOOLSETS.find((name) => name === word);
  if (toolset !== undefined) return toolset;
  const message = `Unknown toolset ${JSON.stringify(word.slice(0, 100))}. The toolsets are ${TOOLSETS.join(', ')}.`;
  throw apiErrorAt('VALIDATION_ERROR', 'toolsets', message);
}

function requireFlag(word: string): boolean {
  const flag = READ_ONLY_WORDS.get(word.trim().toLowerCase());
  if (flag !== undefined) return flag;
  throw apiErrorAt('VALIDATION_ERROR', 'readonly', 'X-MCP-Readonly is true or false.');
}

/** The toolsets that an endpoint is in, besides `all`. */
export const toolsetsOf = ({ group, tool }: EndpointSpec): readonly Toolset[] => [
  group,
  ...(tool?.toolsets ?? []),
];

/** Whether the client is shown the tool of an endpoint. */
export const isListed = (spec: EndpointSpec, selection: ToolSelection): boolean =>
  mayWrite(spec, selection) &&
  (selection.toolsets.has('all') || toolsetsOf(spec).some((name) => selection.toolsets.has(name)));

/** Whether the client may call it: with the default toolset also all that are not shown. */
export const isReachable = (spec: EndpointSpec, selection: ToolSelection): boolean =>
  reachesAll(selection) ? mayWrite(spec, selection) : isListed(spec, selection);

/** Whether `find_tool` and `call_tool` reach every tool; else those of the toolsets that the client chose. */
export const reachesAll = ({ toolsets }: ToolSelection): boolean =>
  toolsets.has('default') || toolsets.has('all');

const mayWrite = ({ mutates }: EndpointSpec, { readOnly }: ToolSelection): boolean => !(readOnly && mutates);
