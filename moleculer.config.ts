/** Moleculer's options, each with its reason (architecture §6, hardening finding 2). Read by `services/start-node.ts`; nothing here comes from the environment. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { BrokerOptions } from 'moleculer';
import { BusErrorRegenerator } from './shared/kernel/bus/error-regenerator.ts';
import { natsConnectionOptions, natsUserFromUrl } from './shared/kernel/bus/nats-connection.ts';
import { ReliableNats } from './shared/kernel/bus/reliable-nats.ts';
import { settleTimedOutCalls } from './shared/kernel/bus/timed-out-calls.ts';
import type { Config } from './shared/kernel/node/config.ts';

/**
 * The broker of one node.
 * @param stopped what to close after the last service has stopped
 * @param deployment what nodes of one deployment have in common, for the others to see
 */
export function createBrokerOptions(config: Config, stopped: () => Promise<void>, deployment = ''): BrokerOptions {
  return {
    // Deployments that share a NATS server do not hear each other.
    namespace: config.databasePrefix,
    // Unique for ever: a duplicate id would stop the other node. It begins with the NATS user, which may hear what is sent to such ids.
    metadata: { deployment },
    nodeID: `${config.natsUrl === null ? 'node' : natsUserFromUrl(config.natsUrl)}.${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    logger:
      config.logLevel === 'silent'
        ? false
        : { type: 'Console', options: { level: logLevels(config), formatter: '[{timestamp}] {level} {mod}: {msg}' } },
    ...(config.natsUrl === null ? {} : natsOptions(config.natsUrl)),
    errorRegenerator: new BusErrorRegenerator(),
    requestTimeout: 15_000,
    // Only for calls that ask for it: reads between nodes (kernel/bus/call-timeouts.ts).
    retryPolicy: { enabled: true, retries: 0, delay: 100, maxDelay: 1_000, factor: 2 },
    maxCallLevel: 20,
    // A call under way finishes before its service stops.
    tracking: { enabled: true, shutdownTimeout: 20_000 },
    // Validation is the contract's, in kernel/implement-action.ts, where its place in the order of checks can be read.
    validator: false,
    // No `$node` actions: the health endpoint tells what a caller may know.
    internalServices: false,
    // The process decides about signals, since it may have a MongoDB to stop after the services.
    skipProcessEventRegistration: true,
    stopped,
  };
}

/** Subscribes and tells the others at once, not a second later. The option is Moleculer's own, its type declarations lack it. */
const TRANSIT_OPTIONS = { serviceChangedDebounceTime: 0, maxQueueSize: 50_000 };

function natsOptions(natsUrl: string): BrokerOptions {
  return {
    // A server that comes back is found again, however long it was away.
    transporter: new ReliableNats(natsUserFromUrl(natsUrl), {
      ...natsConnectionOptions(natsUrl),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
    }),
    transit: TRANSIT_OPTIONS,
    middlewares: [settleTimedOutCalls],
    // NATS queue groups decide who answers: what survives a kill -9 without lost calls.
    disableBalancer: true,
    heartbeatInterval: 1,
    heartbeatTimeout: 4,
  };
}

/** Our own lines at the configured level; Moleculer's chatter only when something is wrong, or when debugging. */
const logLevels = ({ logLevel }: Config): Record<string, string> => ({
  CSS: logLevel,
  '**': logLevel === 'debug' ? 'debug' : logLevel === 'error' ? 'error' : 'warn',
});
