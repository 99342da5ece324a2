/**
 * Calls an endpoint as one account over HTTP, as an MCP tool, or as the assistant or a program on the bus, with results
 * that can be compared. The last two are calls in this process with a signed principal of that channel; NATS itself is
 * tested in `test/channels/bus-client.long.test.ts` and `test/hostile`.
 */
import { canAnswerInMarkup } from '../../services/gateway/mcp/tool-only-arguments.ts';
import { type EndpointSpec, parseHttpLine, toJsonBody } from '../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import { fillPath, pathParamNames } from '../../shared/contracts/path-template.ts';
import type { Channel, Principal, UserPrincipal } from '../../shared/kernel/auth/principal.ts';
import { toProblemDocument } from '../../shared/kernel/errors/errors.ts';
import type { ApiResponse, RestClient } from '../../shared/rest-client/client.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { toolOutcome } from '../mcp-client.ts';
import { allowedCallerOf, type TestNode } from '../service-node.ts';
import { resolvePrincipal } from '../test-accounts.ts';

export const CHANNELS: readonly Channel[] = ['http', 'mcp', 'assistant', 'bus'];

export type ChannelCallArgs = Readonly<Record<string, unknown>>;

/** Result of a call, without members that differ from one request to the next. */
export interface ChannelResult {
  status: number;
  /** The response, or of a refusal its code, metadata and findings. */
  body: Record<string, unknown>;
}

/** An account on a node: its principal, and a client with its key or session. */
export interface ChannelCaller<P extends Principal = UserPrincipal> {
  node: TestNode;
  principal: P;
  client: RestClient;
}

/** The callers of one account, by key and by session. */
export async function channelCallers(
  node: TestNode,
  { key, session, secret, cookie }: TenantResources,
): Promise<{ byKey: ChannelCaller; bySession: ChannelCaller }> {
  const token = cookie.slice(cookie.indexOf('=') + 1);
  return {
    byKey: { node, principal: await resolvePrincipal(node, 'key', secret), client: key },
    bySession: { node, principal: await resolvePrincipal(node, 'session', token), client: session },
  };
}

/** Options of a request beside its parameters. */
interface CallOptions {
  requestId?: string;
  /** Files, in place of a JSON body. */
  form?: FormData | undefined;
  /** Over HTTP, in addition to the credential. */
  headers?: Readonly<Record<string, string>>;
}

const headersOf = ({ requestId, headers }: CallOptions): Record<string, string> => ({
  ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
  ...headers,
});

/** Calls an endpoint on a channel, with its parameters as one flat object. */
export async function callOnChannel(
  caller: ChannelCaller<Principal>,
  channel: Channel,
  id: EndpointId,
  args: ChannelCallArgs,
  how: CallOptions = {},
): Promise<ChannelResult> {
  if (channel === 'http') return callHttp(caller, id, args, how);
  return channel === 'mcp' ? callTool(caller, id, args, how) : callOnBroker(caller, channel, id, args, how);
}

/** The same, only over HTTP. */
export async function callHttp(
  caller: Pick<ChannelCaller<Principal>, 'client'>,
  id: EndpointId,
  args: ChannelCallArgs,
  how: CallOptions,
): Promise<ChannelResult> {
  const { status, body } = await sendHttp(caller, id, args, how);
  return status < 400 ? { status, body } : rejectionResult(body);
}

/** The response over HTTP with its headers. */
export function sendHttp(
  { client }: Pick<ChannelCaller<Principal>, 'client'>,
  id: EndpointId,
  args: ChannelCallArgs,
  how: CallOptions,
): Promise<ApiResponse> {
  const spec: EndpointSpec = endpoints[id];
  const { method, path } = parseHttpLine(spec.http ?? '');
  const address = fillPath(path, args);
  const named = pathParamNames(path);
  const left = Object.entries(args).filter(([name]) => !named.includes(name));
  const search = new URLSearchParams(left.map(([name, value]): [string, string] => [name, String(value)]));
  return method === 'GET'
    ? client.request(method, `${address}?${search}`, undefined, headersOf(how))
    : client.request(
        method,
        address,
        how.form ?? toJsonBody(spec, plain(Object.fromEntries(left))),
        headersOf(how),
      );
}

async function callTool(
  { client }: ChannelCaller<Principal>,
  id: EndpointId,
  args: ChannelCallArgs,
  how: CallOptions,
): Promise<ChannelResult> {
  const params = {
    name: id.replaceAll('.', '_'),
    arguments: plain({ ...(canAnswerInMarkup(id) ? { as: 'json' } : {}), ...args }),
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const { body } = await client.request('POST', '/mcp', message, {
    accept: 'application/json, text/event-stream',
    ...headersOf(how),
  });
  const result = toolOutcome(Object(body.result));
  return result.isError ? rejectionResult(result.body) : { status: successStatus(id), body: result.body };
}

async function callOnBroker(
  { node, principal }: ChannelCaller<Principal>,
  channel: Channel,
  id: EndpointId,
  args: ChannelCallArgs,
  { requestId }: CallOptions,
): Promise<ChannelResult> {
  try {
    const body = await node.node.broker.call<unknown, ChannelCallArgs>(id, args, {
      meta: {
        principal: node.node.tokens.sign(
          principal.kind === 'system' ? principal : { ...principal, channel },
          allowedCallerOf(id),
        ),
      },
      ...(requestId === undefined ? {} : { requestID: requestId }),
    });
    return { status: successStatus(id), body: JSON.parse(JSON.stringify(body)) };
  } catch (error) {
    return rejectionResult({ ...toProblemDocument(error, { instance: '', requestId: '' }) });
  }
}

/** Parameters as JSON: undefined members are not sent. */
function plain(args: ChannelCallArgs): JsonObject {
  const sent: JsonObject = JSON.parse(JSON.stringify(args));
  return sent;
}

/** The status of an endpoint's success. */
export const successStatus = (id: EndpointId): number => {
  const spec: EndpointSpec = endpoints[id];
  return spec.success ?? 200;
};

/** The result of a refusal, from its problem document. */
export const rejectionResult = ({ status, code, metadata }: Record<string, unknown>): ChannelResult => ({
  status: Number(status),
  body: { code, metadata },
});
