/**
 * The tools `find_tool` and `call_tool`, by which a model finds and calls tools that are not in its list: their
 * descriptions, and the search by words.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { ENDPOINT_GROUPS } from '../../../shared/contracts/endpoint.ts';
import { GROUP_DESCRIPTIONS } from '../../../shared/contracts/help.ts';
import { shortArguments } from './short-arguments.ts';
import { TOOL_ROUTES } from './tool-routes.ts';
import { reachesAll, type ToolSelection } from './tool-selection.ts';

/** Finds tools by words. */
export const FIND_TOOL: Tool = {
  name: 'find_tool',
  title: 'Finds tools that are not listed',
  description:
    'There are more tools than this list has, for example for copies, the wiki and its editions, moderation, comments, files, companies. Answers those that fit the words best, with their arguments in short (? is optional); for the name of a tool its whole description and schema, for the name of a group all names in it.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What it should do, in a few words, or its name' },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

/** The tool `find_tool` as a connection with this selection is shown it. */
export const findToolFor = (selection: ToolSelection): Tool =>
  reachesAll(selection)
    ? FIND_TOOL
    : {
        ...FIND_TOOL,
        title: 'Finds tools of the selected toolsets',
        description:
          'Searches the tools of the toolsets that this connection selects. Answers those that fit the words best, with their arguments in short (? is optional); for the name of a tool its whole description and schema, for the name of a group all names in it.',
      };

/** Calls any tool by name. */
export const CALL_TOOL: Tool = {
  name: 'call_tool',
  title: 'Calls a tool by name',
  description:
    'Calls a tool that find_tool has found, with the same checks and the same answer as a direct call.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the tool' },
      arguments: { type: 'object', description: 'Its arguments, as find_tool describes them' },
    },
    required: ['name'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};

const MAX_FOUND = 8;
/** Bytes of what is found: a result has it twice, and stays below 8 KB. */
const MAX_FOUND_BYTES = 3_400;

const WORDS_OF_NO_WEIGHT: ReadonlySet<string> = new Set(
  'an and as at by do for from how in into is it its me my of on one or that the this to tool what which with'.split(
    ' ',
  ),
);

/** The words of a text, without endings: `Publishes standards` is `publish`, `standard`. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !WORDS_OF_NO_WEIGHT.has(word))
    .map((word) => word.replace(/(?:ies|es|s|e|ing|ed|y)$/, ''));

/** How well a tool fits: its name counts most, then its title, then what else is said of it. */
function scoreOf(
  { name, title = '', description = '', inputSchema }: Tool,
  sought: readonly string[],
): number {
  const places = [
    [wordsOf(name), 6],
    [wordsOf(title), 4],
    [wordsOf(Object.keys(inputSchema.properties ?? {}).join(' ')), 2],
    [wordsOf(description), 1],
  ] as const;
  return sought.reduce((sum, word) => {
    const found = places.find(([words]) => words.includes(word));
    return sum + (found?.[1] ?? 0);
  }, 0);
}

/** A tool in short, or whole where it was asked for by name. */
type FoundTool =
  | { name: string; summary: string; arguments: string; readOnly: boolean }
  | Omit<Tool, 'outputSchema'>;

/** What `find_tool` answers. */
export interface FoundTools extends Record<string, unknown> {
  tools: FoundTool[];
  /** How many fit. */
  total: number;
  /** Without a match: the groups, whose names find their tools. */
  groups?: { name: string; description: string; tools: number }[];
  /** For the name of a group: the names of its tools. */
  names?: string[];
}

/** @param tools those that the caller may use */
export function findTools(query: string, tools: readonly Tool[]): FoundTools {
  const wanted = query.trim();
  const exact = tools.find(({ name }) => name === wanted.replaceAll('.', '_'));
  if (exact) return { tools: [withoutResult(exact)], total: 1 };
  const names = tools.flatMap(({ name }) => (groupOf(name) === wanted.toLowerCase() ? [name] : []));
  if (names.length > 0) return { tools: [], total: names.length, names };
  const sought = [...new Set(wordsOf(wanted))];
  const found = tools
    .map((tool) => ({ tool, score: scoreOf(tool, sought) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.tool.name.length - b.tool.name.length);
  if (found.length === 0) return { tools: [], total: 0, groups: groupsOf(tools) };
  return { tools: withinSize(found.map(({ tool }) => inShort(tool))), total: found.length };
}

/** A model needs the arguments only. */
const withoutResult = ({ outputSchema: _, ...tool }: Tool): FoundTool => tool;

const inShort = ({ name, title = '', inputSchema, annotations }: Tool): FoundTool => ({
  name,
  summary: title,
  arguments: shortArguments(inputSchema),
  readOnly: annotations?.readOnlyHint === true,
});

function withinSize(found: readonly FoundTool[]): FoundTool[] {
  let bytes = 0;
  return found.slice(0, MAX_FOUND).filter((tool) => {
    bytes += Buffer.byteLength(JSON.stringify(tool)) + 1;
    return bytes <= MAX_FOUND_BYTES;
  });
}

const groupOf = (tool: string): string | undefined => TOOL_ROUTES.get(tool)?.spec.group;

function groupsOf(tools: readonly Tool[]) {
  const byGroup = Map.groupBy(tools, ({ name }) => groupOf(name));
  return ENDPOINT_GROUPS.flatMap((name) => {
    const count = byGroup.get(name)?.length ?? 0;
    return count === 0 ? [] : [{ name, description: GROUP_DESCRIPTIONS[name], tools: count }];
  });
}
