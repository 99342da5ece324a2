/** The server of the MCP library for one message: what it offers and says of itself. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { GUIDE } from '../../../shared/contracts/help.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { SERVICE_VERSION } from '../../../shared/kernel/node/service-version.ts';
import { offeredTools, pageOfTools } from './mcp-tools.ts';
import { getPrompt, offeredPrompts } from './prompts.ts';
import { offeredResourceTemplates, readResource } from './resources.ts';
import { type McpRequest, ToolCalls } from './tool-calls.ts';
import { offersFindTool, type ToolSelection } from './tool-selection.ts';

const SERVER_INFO = {
  name: 'construction-specification-service',
  title: 'Construction Specification Service',
  version: SERVICE_VERSION,
};

/** The introduction for models. */
const instructions = (selection: ToolSelection): string =>
  [
    'Git for construction specifications: standards of numbered clauses with datasheet fields, projects that pin their revisions, a public wiki.',
    offersFindTool(selection)
      ? 'The listed tools do the main work. find_tool finds every other one by words, and call_tool calls it; discovery_whoami shows what this key may do.'
      : 'The listed tools are those of the toolsets that this connection selects, as far as this key may use them.',
    ...(selection.readOnly ? ['This connection is read-only: no tool writes.'] : []),
    'A standard is read as markup, and saved as markup: open its working copy with standards_edit, check with standards_validateMarkdown, save with standards_workingCopy_save (markdown, and the version you read as baseVersion), publish with standards_publish. "as": "json" gives ids and metadata.',
    GUIDE.revisions,
    GUIDE.pagination,
    'A large answer is cut: it then has a continuation, and says how to get the rest.',
    'An error is a tool result with isError and a problem document as text: a stable code, a sentence that says what to do, and errors with the path of each offending argument. NOT_FOUND also means that you do not have access.',
    'Resources: spec://standards/{id}, spec://standards/{id}/clauses/{address}, spec://projects/{id}, spec://wiki/{library}/{slug}.',
  ].join('\n');

/** Shared: a server handles one message and should not compile a validator of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** @param request the message with its caller and what it selects */
export function createMcpServer(node: Node, request: McpRequest): Server {
  const { principal, selection } = request;
  const calls = new ToolCalls(node, request);
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: instructions(selection),
    jsonSchemaValidator,
  });
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) =>
    pageOfTools(offeredTools(principal, selection), params?.cursor),
  );
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
    calls.call(params.name, params.arguments),
  );
  // The resources of a caller are many: a client makes their URIs from the templates.
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({ resources: [] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: offeredResourceTemplates(request),
  }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => readResource(params.uri, calls));
  server.setRequestHandler(ListPromptsRequestSchema, async () => ({ prompts: offeredPrompts(request) }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}, request),
  );
  return server;
}
