/** A node: one process with a broker and some of the services. */
import type { ServiceBroker } from 'moleculer';
import type { Connection } from 'mongoose';
import type { EndpointSpec, InputOf, ResultOf } from '../../contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../../contracts/index.ts';
import type { ServiceName } from '../../contracts/services.ts';
import type { PrincipalTokens } from '../auth/principal.ts';
import { timeoutOf } from '../bus/call-timeouts.ts';
import type { Call } from '../service/call.ts';
import type { AbortedRequests } from './aborted-requests.ts';
import type { BackingServers } from './backing-servers.ts';
import type { Config } from './config.ts';

/** Runs a handler and returns its result: what a test node checks of every call. */
export type HandlerMiddleware = (handler: {
  id: string;
  spec: EndpointSpec;
  call: Call;
  work: () => Promise<unknown>;
}) => Promise<unknown>;

/** A tenth of the second in which a lost right must be refused (A2) is left for asking. */
export const PRINCIPAL_CACHE_TTL_MS = 900;

export interface Node {
  broker: ServiceBroker;
  log: ServiceBroker['logger'];
  config: Config;
  tokens: PrincipalTokens;
  /** Runs around every handler; absent in production. */
  handlerMiddleware?: HandlerMiddleware | undefined;
  /** For how long a gateway remembers a principal when nobody tells it of a change. */
  principalCacheTtlMs: number;
  /** Opens a service's own database; closed with the broker, after the last call was answered. */
  openDatabase(service: ServiceName): Promise<Connection>;
  /** What this node needs beside its services. */
  servers: BackingServers;
  /** The requests whose clients have gone. */
  abortedRequests: AbortedRequests;
  /** Where the gateway of this node listens, once it does. */
  url: string | null;
  /** Every service has started. */
  isReady: boolean;
  /** Stopping: no new work. */
  isDraining: boolean;
  /** What begins once every service of the node has started: taking requests. */
  afterStart: (() => Promise<void>)[];
  /** What must be finished before any service stops: the gateway's requests. */
  beforeStop: (() => Promise<void>)[];
}

/** Calls an action as a service acting for itself: background jobs, the outbox. */
export function callAsService<K extends EndpointId>(
  node: Node,
  service: ServiceName,
  id: K,
  params: InputOf<EndpointMap[K]>,
): Promise<ResultOf<EndpointMap[K]>> {
  const principal = node.tokens.sign({ kind: 'system', service, channel: 'bus' }, service);
  return node.broker.call<ResultOf<EndpointMap[K]>, InputOf<EndpointMap[K]>>(id, params, {
    meta: { principal },
    timeout: timeoutOf(id),
  });
}
