/** The SDK's own MCP client as a test uses it: a tool's answer, or its problem document. */
import assert from 'node:assert/strict';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Json } from '../../scripts/rest-client/json.ts';

/** A person's MCP client. */
export class Toolbox {
  readonly #client: McpClient;
  /** How often each tool was called. */
  readonly used = new Map<string, number>();

  private constructor(client: McpClient) {
    this.#client = client;
  }

  static async open(base: string, key: string): Promise<Toolbox> {
    const client = new McpClient({ name: 'main job', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit }));
    return new Toolbox(client);
  }

  async names(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name);
  }

  /** The answer of a tool; fails on a tool error. */
  async use(name: string, args: object = {}): Promise<Json> {
    const { isError, body } = await this.#call(name, args);
    assert.ok(!isError, `${name}: ${JSON.stringify(body).slice(0, 500)}`);
    return body;
  }

  /** The problem document of a tool error; fails when the tool succeeds. */
  async refused(name: string, args: object): Promise<Json> {
    const { isError, body } = await this.#call(name, args);
    assert.ok(isError, `${name} was expected to be refused`);
    return body;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #call(name: string, args: object): Promise<{ isError: boolean; body: Json }> {
    this.used.set(name, (this.used.get(name) ?? 0) + 1);
    const { isError, structuredContent } = await this.#client.callTool({ name, arguments: { ...args } });
    const body: Json = { ...Object(structuredContent) };
    return { isError: isError === true, body };
  }
}
