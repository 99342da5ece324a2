/** A node: one process with a broker and some of the services. */
import type { ServiceBroker } from 'moleculer';
import type { Connection } from 'mongoose';
import type { EndpointSpec, Input, Result } from '../contracts/endpoint.ts';
import type { EndpointId, EndpointMap } from '../contracts/index.ts';
import type { ServiceName } from '../contracts/services.ts';
import type { Abandonments } from './abandonments.ts';
import { timeoutOf } from './bus/timeouts.ts';
import type { Call } from './call.ts';
import type { PrincipalSeal } from './callers/principal.ts';
import type { Config } from './config.ts';
import type { Servers } from './servers.ts';

/** Runs a handler and returns its result: what a test node checks of every call. */
export type AroundHandler = (handler: {
  id: string;
  spec: EndpointSpec;
  call: Call;
  work: () => Promise<unknown>;
}) => Promise<unknown>;

/** A tenth of the second in which a lost right must be refused (A2) is left for asking. */
export const PRINCIPAL_LIFETIME_MS = 900;

export interface Node {
  broker: ServiceBroker;
  log: ServiceBroker['logger'];
  config: Config;
  seal: PrincipalSeal;
  /** Runs around every handler; absent in production. */
  aroundHandler?: AroundHandler | undefined;
  /** For how long a gateway remembers a principal when nobody tells it of a change. */
  principalLifetimeMs: number;
  /** Opens a service's own database; closed with the broker, after the last call was answered. */
  openDatabase(service: ServiceName): Promise<Connection>;
  /** What this node needs beside its services. */
  servers: Servers;
  /** The requests whose clients have gone. */
  abandonments: Abandonments;
  /** Where the gateway of this node listens, once it does. */
  address: string | null;
  /** Every service has started. */
  ready: boolean;
  /** Stopping: no new work. */
  draining: boolean;
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
  params: Input<EndpointMap[K]>,
): Promise<Result<EndpointMap[K]>> {
  const principal = node.seal.sign({ kind: 'system', service, channel: 'bus' }, service);
  return node.broker.call<Result<EndpointMap[K]>, Input<EndpointMap[K]>>(id, params, {
    meta: { principal },
    timeout: timeoutOf(id),
  });
}
