/** Opens the MCP client of the SDK on a service with an API key, and reads the results of its tools. */
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

export type { McpClient };

/**
 * @param path such as `/mcp/x/standards`
 * @param headers beside the credential
 */
export async function openMcpClient(
  base: string,
  secret: string,
  path = '/mcp',
  headers: Readonly<Record<string, string>> = {},
): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${secret}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(base + path), { requestInit }));
  return client;
}

/** All pages of the list of tools. */
export async function listAllTools(client: McpClient): Promise<Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** The result of a tool: its body, or its problem document, which is text. */
export function toolOutcome(result: object): { isError: boolean; body: Record<string, unknown> } {
  const { isError, structuredContent, content } = Object(result);
  if (isError !== true) return { isError: false, body: Object(structuredContent) };
  return { isError: true, body: Object(JSON.parse(content[0].text)) };
}

/** Calls a tool, and again for each further part of its answer. */
export async function callWhole(
  client: McpClient,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<{ isError: boolean; body: Record<string, unknown> }> {
  const { isError, body } = toolOutcome(await client.callTool({ name, arguments: { ...args } }));
  const { continuation, notWhole: _, ...part } = body;
  if (isError || continuation === undefined) return { isError, body: isError ? body : part };
  const rest = await callWhole(client, name, { ...args, continuation });
  return rest.isError ? rest : { isError: false, body: Object(joined(part, rest.body)) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Two parts of a value: lists and texts one after the other, other values are in both. */
function joined(one: unknown, other: unknown): unknown {
  if (typeof one === 'string' && typeof other === 'string') return one === other ? one : one + other;
  if (Array.isArray(one) && Array.isArray(other)) {
    const [last, next] = [one.at(-1), other[0]];
    return isSameItem(last, next)
      ? [...one.slice(0, -1), joined(last, next), ...other.slice(1)]
      : [...one, ...other];
  }
  if (!isObject(one) || !isObject(other)) return one;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      name in one && name in other ? joined(one[name], other[name]) : (one[name] ?? other[name]),
    ]),
  );
}

/**
 * Whether both are parts of one large item: their plain members are equal, and one of them has lists. The other may have
 * none, because a list is a member of a part only where it has items there.
 */
function isSameItem(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const plain = (item: Record<string, unknown>) =>
    JSON.stringify(Object.values(item).filter((member) => typeof member !== 'object'));
  const hasLists = [one, other].some((item) => Object.values(item).some(Array.isArray));
  return hasLists && plain(one) === plain(other);
}
