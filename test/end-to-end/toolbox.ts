/** The SDK's own MCP client as a test uses it: a tool's answer, or its problem document. */
import assert from 'node:assert/strict';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Args, Asker } from '../../scripts/rest-client/client.ts';
import { type RestId, readAnswer, type Sent, type Told } from '../../scripts/rest-client/endpoints.ts';
import type { Json } from '../../scripts/rest-client/json.ts';

/** A person's MCP client. */
export class Toolbox implements Asker {
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

  /** The answer of an endpoint's tool, proved to be what the contract declares; fails on a tool error. */
  async call<K extends RestId>(id: K, ...[params]: Args<K>): Promise<Told<K>> {
    const { isError, body } = await this.#use(id, params ?? {});
    assert.ok(!isError, `${id}: ${JSON.stringify(body).slice(0, 500)}`);
    return readAnswer(id, body);
  }

  /** The problem document of a tool error; fails when the tool succeeds. */
  async refused<K extends RestId>(id: K, params: Sent<K>): Promise<Json> {
    const { isError, body } = await this.#use(id, params);
    assert.ok(isError, `${id} was expected to be refused`);
    return body;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #use(id: RestId, params: object): Promise<{ isError: boolean; body: Json }> {
    const name = id.replaceAll('.', '_');
    this.used.set(name, (this.used.get(name) ?? 0) + 1);
    const { isError, structuredContent } = await this.#client.callTool({ name, arguments: { ...params } });
    const body: Json = { ...Object(structuredContent) };
    return { isError: isError === true, body };
  }
}
