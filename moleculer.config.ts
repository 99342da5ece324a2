/**
 * Options of the Moleculer broker: NATS or in one process, timeouts, retries, logging, metrics and traces.
 * `services/start-node.ts` passes them to the broker.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { BrokerOptions, Context } from 'moleculer';
import type { PrincipalTokens } from './shared/kernel/auth/principal.ts';
import { BusErrorRegenerator } from './shared/kernel/bus/error-regenerator.ts';
import { natsConnectionOptions, natsUserFromUrl } from './shared/kernel/bus/nats-connection.ts';
import { ReliableNats } from './shared/kernel/bus/reliable-nats.ts';
import { isRetryable, settleTimedOutCalls } from './shared/kernel/bus/timed-out-calls.ts';
import { LOG_FORMATS } from './shared/kernel/logging/log-format.ts';
import { requestIdMiddleware } from './shared/kernel/logging/request-id.ts';
import type { Config } from './shared/kernel/node/config.ts';
import { DRAIN_SECONDS } from './shared/kernel/node/shutdown-times.ts';

/**
 * @param stopped called after the last service has stopped
 * @param tokens of callers; the fingerprint of their secret is for other nodes to compare
 */
export function createBrokerOptions(
  config: Config,
  stopped: () => Promise<void>,
  tokens: Pick<PrincipalTokens, 'fingerprint' | 'verify'> | null = null,
): BrokerOptions {
  return {
    // Separates deployments that share a NATS server.
    namespace: config.databasePrefix,
    metadata: { deployment: tokens?.fingerprint ?? '' },
    // Unique: a duplicate id would stop the other node. It begins with the NATS user, whose permissions
    // depend on it.
    nodeID: `${config.natsUrl === null ? 'node' : natsUserFromUrl(config.natsUrl)}.${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            type: 'Console',
            options: { level: logLevels(config), formatter: LOG_FORMATS[config.logFormat] },
          },
    ...(config.natsUrl === null
      ? { middlewares: [requestIdMiddleware] }
      : natsOptions(config.natsUrl, (token) => tokens !== null && tokens.verify(token) !== null)),
    // Read at HEALTH_PORT (shared/kernel/metrics). Its own measurements of the process cost more and tell less.
    metrics: { enabled: config.healthPort > 0, collectProcessMetrics: false },
    // Spans of an action belong to a request that is traced (shared/kernel/tracing): rate 0 begins no others.
    // Moleculer would tell its parameters too.
    tracing: {
      enabled: config.traces.endpoint !== null,
      sampling: { rate: 0 },
      tags: { action: ({ meta }: Context<unknown, { traceId?: unknown }>) => ({ traceId: meta.traceId }) },
    },
    errorRegenerator: new BusErrorRegenerator(),
    requestTimeout: 15_000,
    // Retries only by call option: reads between nodes (shared/kernel/bus/call-timeouts.ts).
    retryPolicy: {
      enabled: config.natsUrl !== null,
      retries: 0,
      delay: 100,
      maxDelay: 1_000,
      factor: 2,
      check: isRetryable,
    },
    maxCallLevel: 20,
    // Running calls finish before their service stops.
    tracking: { enabled: true, shutdownTimeout: DRAIN_SECONDS * 1000 },
    // shared/kernel/service/implement-action.ts validates, at its place in the order of checks.
    validator: false,
    // No `$node` actions: the health endpoint is what callers may see.
    internalServices: false,
    // The process handles signals, since it may have a MongoDB to stop after the services.
    skipProcessEventRegistration: true,
    stopped,
  };
}

/** Announces services without delay. Moleculer has the option, its type declarations do not. */
const TRANSIT_OPTIONS = { serviceChangedDebounceTime: 0, maxQueueSize: 50_000 };

function natsOptions(natsUrl: string, isToken: (token: string) => boolean): BrokerOptions {
  const connection = {
    ...natsConnectionOptions(natsUrl),
    // Reconnects after an outage of any length.
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
  };
  return {
    transporter: new ReliableNats(natsUserFromUrl(natsUrl), connection, isToken),
    transit: TRANSIT_OPTIONS,
    middlewares: [settleTimedOutCalls, requestIdMiddleware],
    // NATS queue groups choose the node of a call, so that a kill -9 loses no later call.
    disableBalancer: true,
    heartbeatInterval: 1,
    heartbeatTimeout: 4,
  };
}

/**
 * Our own lines at the configured level; those of Moleculer only for warnings, or when debugging. That a node has ended is
 * a warning of every other node, twice, and late: by default it is left to the platform, which starts the node anew.
 */
const logLevels = ({ logLevel }: Config): Record<string, string> => {
  const ofMoleculer = logLevel === 'info' ? 'warn' : logLevel;
  const ofEndedNodes = logLevel === 'warn' ? 'error' : ofMoleculer;
  return { CSS: logLevel, DISCOVERY: ofEndedNodes, REGISTRY: ofEndedNodes, '**': ofMoleculer };
};
