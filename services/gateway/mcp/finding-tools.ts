/**
 * `find_tool` and `call_tool`, by which a model with the default tools reaches all others: their descriptions, and the
 * search by words.
 */
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { ENDPOINT_GROUPS } from '../../../shared/contracts/endpoint.ts';
import { GROUP_DESCRIPTIONS } from '../../../shared/contracts/help.ts';
import { TOOL_ROUTES } from './tool-routes.ts';

/** Finds tools by words. */
export const FIND_TOOL: Tool = {
  name: 'find_tool',
  title: 'Finds tools that are not listed',
  description:
    'This list has the tools for the main work; there are more, for example for copies, the wiki and its editions, moderation, comments, files, companies. Answers those that fit the words best with their arguments, and others by name: find one by its name for its arguments. Without a match: the names of all.',
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

/** Calls any tool by name. */
export const CALL_TOOL: Tool = {
  name: 'call_tool',
  title: 'Calls a tool that is not listed',
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

/** Of the tools that are described with their arguments; the best one always is. */
const MAX_DESCRIBED_BYTES = 7_000;

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

/** What `find_tool` answers. */
export interface FoundTools extends Record<string, unknown> {
  tools: Tool[];
  /** What fits less well, or has no room. */
  others?: { name: string; title: string }[];
  /** How many fit. */
  total: number;
  /** Without a match: the names by group. */
  groups?: { name: string; description: string; tools: string[] }[];
}

/** @param tools those that the caller may use */
export function findTools(query: string, tools: readonly Tool[]): FoundTools {
  const sought = [...new Set(wordsOf(query))];
  const exact = tools.filter(({ name }) => name === query.trim().replaceAll('.', '_'));
  const scored = tools
    .map((tool) => ({ tool, score: scoreOf(tool, sought) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.tool.name.length - b.tool.name.length);
  const found = exact.length > 0 ? exact : scored.map(({ tool }) => tool);
  if (found.length === 0) return { tools: [], total: 0, groups: groupsOf(tools) };
  const best = found.slice(0, MAX_FOUND).map(withoutResult);
  const described = countFitting(best);
  const others = best.slice(described).map(({ name, title = '' }) => ({ name, title }));
  return {
    tools: best.slice(0, described),
    ...(others.length > 0 ? { others } : {}),
    total: found.length,
  };
}

/** How many of the first tools fit into an answer that a model reads at every search; at least one. */
function countFitting(tools: readonly Tool[]): number {
  let bytes = 0;
  const count = tools.findIndex((tool) => {
    bytes += Buffer.byteLength(JSON.stringify(tool));
    return bytes > MAX_DESCRIBED_BYTES;
  });
  return count < 0 ? tools.length : Math.max(count, 1);
}

/** A model needs the arguments only. */
const withoutResult = ({ outputSchema: _, ...tool }: Tool): Tool => tool;

function groupsOf(tools: readonly Tool[]) {
  const byGroup = Map.groupBy(tools, ({ name }) => TOOL_ROUTES.get(name)?.spec.group);
  return ENDPOINT_GROUPS.flatMap((name) => {
    const names = (byGroup.get(name) ?? []).map((tool) => tool.name);
    return names.length === 0 ? [] : [{ name, description: GROUP_DESCRIPTIONS[name], tools: names }];
  });
}
