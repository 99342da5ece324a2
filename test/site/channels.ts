/** One account on every channel: the same question by HTTP, as an MCP tool, as the assistant and as a caller on the bus. */
import type { Client } from '../../scripts/rest-client/client.ts';
import type { Json } from '../../scripts/rest-client/json.ts';
import { fillPath, namesIn } from '../../shared/contracts/address.ts';
import { type EndpointSpec, splitHttp } from '../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import type { Channel, Principal, UserPrincipal } from '../../shared/kernel/callers/principal.ts';
import { describeError } from '../../shared/kernel/errors.ts';
import { senderOf, type TestNode } from '../service-node.ts';
import { whoIs } from '../sign-up.ts';
import type { Belongings } from './population.ts';

export const CHANNELS: readonly Channel[] = ['http', 'mcp', 'assistant', 'bus'];

export type Args = Readonly<Record<string, unknown>>;

/** How a question ended, without what differs from one request to the next. */
export interface Told {
  status: number;
  /** The answer, or of a refusal its code, metadata and findings. */
  body: Record<string, unknown>;
}

/** A caller with a credential: a key's text, or the session token of a browser. */
export interface Caller<P extends Principal = UserPrincipal> {
  node: TestNode;
  principal: P;
  client: Client;
}

/** Somebody on a site with both credentials. */
export async function callersOf(
  node: TestNode,
  { key, session, secret, cookie }: Belongings,
): Promise<{ byKey: Caller; bySession: Caller }> {
  const token = cookie.slice(cookie.indexOf('=') + 1);
  return {
    byKey: { node, principal: await whoIs(node, 'key', secret), client: key },
    bySession: { node, principal: await whoIs(node, 'session', token), client: session },
  };
}

/** What a request carries beside its parameters. */
interface How {
  requestId?: string;
  /** Files, in place of a JSON body. */
  form?: FormData | undefined;
}

const idOf = ({ requestId }: How): Record<string, string> => (requestId === undefined ? {} : { 'x-request-id': requestId });

/** Asks an endpoint on a channel, with its parameters as one flat object. */
export async function ask(caller: Caller<Principal>, channel: Channel, id: EndpointId, args: Args, how: How = {}): Promise<Told> {
  if (channel === 'http') return askHttp(caller, id, args, how);
  return channel === 'mcp' ? askTool(caller, id, args, how) : askAction(caller, channel, id, args, how);
}

async function askHttp({ client }: Caller<Principal>, id: EndpointId, args: Args, how: How): Promise<Told> {
  const spec: EndpointSpec = endpoints[id];
  const { method, path } = splitHttp(spec.http ?? '');
  const address = fillPath(path, args);
  const named = namesIn(path);
  const left = Object.entries(args).filter(([name]) => !named.includes(name));
  const search = new URLSearchParams(left.map(([name, value]): [string, string] => [name, String(value)]));
  const answer =
    method === 'GET'
      ? await client.exchange(method, `${address}?${search}`, undefined, idOf(how))
      : await client.exchange(method, address, how.form ?? plain(Object.fromEntries(left)), idOf(how));
  return answer.status < 400 ? { status: answer.status, body: answer.body } : refusalOf(answer.body);
}

async function askTool({ client }: Caller<Principal>, id: EndpointId, args: Args, how: How): Promise<Told> {
  const params = { name: id.replaceAll('.', '_'), arguments: plain(args) };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { body } = await client.exchange('POST', '/mcp', message, {
    accept: 'application/json, text/event-stream',
    ...idOf(how),
  });
  const { isError, structuredContent } = Object(body.result);
  return isError ? refusalOf(structuredContent) : { status: successOf(id), body: structuredContent };
}

async function askAction(
  { node, principal }: Caller<Principal>,
  channel: Channel,
  id: EndpointId,
  args: Args,
  { requestId }: How,
): Promise<Told> {
  try {
    const body = await node.node.broker.call<unknown, Args>(id, args, {
      meta: { principal: node.node.seal.sign(principal.kind === 'system' ? principal : { ...principal, channel }, senderOf(id)) },
      ...(requestId === undefined ? {} : { requestID: requestId }),
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
