/** One account on every channel: the same question by HTTP, as an MCP tool, as the assistant and as a caller on the bus. */
import type { Client, Json } from '../../scripts/demo/client.ts';
import { type EndpointSpec, splitHttp } from '../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import { describeError } from '../../shared/kernel/errors.ts';
import type { Channel, UserPrincipal } from '../../shared/kernel/principal.ts';
import type { TestNode } from '../service-node.ts';

export const CHANNELS: readonly Channel[] = ['http', 'mcp', 'assistant', 'bus'];

export type Args = Readonly<Record<string, unknown>>;

/** How a question ended, without what differs from one request to the next. */
export interface Told {
  status: number;
  /** The answer, or of a refusal its code, metadata and findings. */
  body: Record<string, unknown>;
}

/** A caller with a credential: a key's text, or the session token of a browser. */
export interface Caller {
  node: TestNode;
  principal: UserPrincipal;
  client: Client;
}

/** Asks an endpoint on a channel, with its parameters as one flat object. */
export async function ask(caller: Caller, channel: Channel, id: EndpointId, args: Args): Promise<Told> {
  if (channel === 'http') return askHttp(caller, id, args);
  return channel === 'mcp' ? askTool(caller, id, args) : askAction(caller, channel, id, args);
}

async function askHttp({ client }: Caller, id: EndpointId, args: Args): Promise<Told> {
  const spec: EndpointSpec = endpoints[id];
  const { method, path } = splitHttp(spec.http ?? '');
  const left = new Map(Object.entries(args));
  const address = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams([...left].map(([name, value]): [string, string] => [name, String(value)]));
  const answer =
    method === 'GET'
      ? await client.exchange(method, `${address}?${search}`)
      : await client.exchange(method, address, plain(Object.fromEntries(left)));
  return answer.status < 400 ? { status: answer.status, body: answer.body } : refusalOf(answer.body);
}

async function askTool({ client }: Caller, id: EndpointId, args: Args): Promise<Told> {
  const params = { name: id.replaceAll('.', '_'), arguments: plain(args) };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { body } = await client.exchange('POST', '/mcp', message, { accept: 'application/json, text/event-stream' });
  const { isError, structuredContent } = Object(body.result);
  return isError ? refusalOf(structuredContent) : { status: successOf(id), body: structuredContent };
}

async function askAction({ node, principal }: Caller, channel: Channel, id: EndpointId, args: Args): Promise<Told> {
  try {
    const body = await node.node.broker.call<unknown, Args>(id, args, {
      meta: { principal: node.node.seal.sign({ ...principal, channel }) },
    });
    return { status: successOf(id), body: JSON.parse(JSON.stringify(body)) };
  } catch (error) {
    return refusalOf({ ...describeError(error, { instance: '', requestId: '' }) });
  }
}

/** As JSON says it: what is undefined is not sent. */
function plain(args: Args): Json {
  const sent: Json = JSON.parse(JSON.stringify(args));
  return sent;
}

const successOf = (id: EndpointId): number => {
  const spec: EndpointSpec = endpoints[id];
  return spec.success ?? 200;
};

const refusalOf = ({ status, code, metadata }: Record<string, unknown>): Told => ({
  status: Number(status),
  body: { code, metadata },
});
