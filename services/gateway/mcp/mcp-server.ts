/**
 * Builds the server object of the MCP library for one message, with the tools, resources and prompts that its caller
 * may use.
 */
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
import type { Node } from '../../../shared/kernel/node/node.ts';
import { SERVICE_VERSION } from '../../../shared/kernel/node/service-version.ts';
import { instructionsFor } from './instructions.ts';
import { offeredTools, pageOfTools } from './mcp-tools.ts';
import { getPrompt, offeredPrompts } from './prompts.ts';
import { offeredResourceTemplates, readResource } from './resources.ts';
import { type McpRequest, ToolCalls } from './tool-calls.ts';

const SERVER_INFO = {
  name: 'construction-specification-service',
  title: 'Construction Specification Service',
  version: SERVICE_VERSION,
};

/** Shared: a server handles one message and should not compile a validator of its own. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** @param request the message with its caller and what it selects */
export function createMcpServer(node: Node, request: McpRequest): Server {
  const { principal, selection } = request;
  const calls = new ToolCalls(node, request);
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: instructionsFor(request),
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
