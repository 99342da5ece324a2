/**
 * MCP test client on the SDK, typed by endpoint: returns the result of a tool call, or its problem
 * document, and counts the calls. Also lists the tools.
 */
import assert from 'node:assert/strict';
import { canAnswerInMarkup } from '../../services/gateway/mcp/tool-only-arguments.ts';
import type { CallArgs } from '../../shared/rest-client/api-caller.ts';
import type {
  EndpointParams,
  EndpointResult,
  RestEndpointId,
} from '../../shared/rest-client/endpoint-types.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import { parseResponse } from '../../shared/rest-client/response-contract.ts';
import type { StepCaller } from '../../tools/demo/step-checks.ts';
import { callWhole, type McpClient, openMcpClient } from '../mcp-client.ts';

interface Reader {
  /** The endpoint that reads the text, and its arguments by the answer of the write. */
  id: RestEndpointId;
  argsOf: (body: JsonObject) => object;
  /** The member with the text. */
  text: string;
}

const ofPage: Reader = {
  id: 'wiki.standards.get',
  argsOf: ({ librarySlug, slug }) => ({ librarySlug, standardSlug: slug }),
  text: 'content',
};

/** Writes that answer with the text of a document. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  [
    'standards.edit',
    { id: 'standards.workingCopy.get', argsOf: ({ standard_id }) => ({ id: standard_id }), text: 'elements' },
  ],
  ['datasheets.create', { id: 'datasheets.get', argsOf: ({ id }) => ({ id }), text: 'elements' }],
  ['wiki.standards.create', ofPage],
  ['wiki.standards.update', ofPage],
]);

/** A person's MCP client. */
export class McpToolClient implements StepCaller {
  readonly #client: McpClient;
  /** How often each tool was called. */
  readonly used = new Map<string, number>();

  private constructor(client: McpClient) {
    this.#client = client;
  }

  static async open(base: string, key: string): Promise<McpToolClient> {
    return new McpToolClient(await openMcpClient(base, key));
  }

  async names(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name);
  }

  /** The response of an endpoint's tool, checked against the contract; fails on a tool error. */
  async call<K extends RestEndpointId>(id: K, ...[params]: CallArgs<K>): Promise<EndpointResult<K>> {
    const { isError, body } = await this.#callTool(id, params ?? {});
    assert.ok(!isError, `${id}: ${JSON.stringify(body).slice(0, 500)}`);
    const reader = READERS.get(id);
    if (!reader || reader.text in body) return parseResponse(id, body);
    // The text was too large for the answer of a write; another tool gives it in parts.
    const read = await this.#callTool(reader.id, reader.argsOf(body));
    return parseResponse(id, { ...read.body, ...body });
  }

  /** The problem document of a tool error; fails when the tool succeeds. */
  async callExpectingError<K extends RestEndpointId>(
    id: K,
    params: EndpointParams<K>,
  ): Promise<{ status: number; problem: JsonObject }> {
    const { isError, body } = await this.#callTool(id, params);
    assert.ok(isError, `${id} was expected to be refused`);
    return { status: Number(body.status), problem: body };
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #callTool(id: RestEndpointId, params: object): Promise<{ isError: boolean; body: JsonObject }> {
    const name = id.replaceAll('.', '_');
    this.used.set(name, (this.used.get(name) ?? 0) + 1);
    // The typed result has the clauses.
    const args = { ...(canAnswerInMarkup(id) ? { as: 'json' } : {}), ...params };
    const { isError, body } = await callWhole(this.#client, name, args);
    return { isError, body: { ...Object(body) } };
  }
}
