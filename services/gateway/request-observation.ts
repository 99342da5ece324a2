/**
 * Access log, metrics and trace of a request, until its response is closed. The access log (`LOG_LEVEL` info and
 * debug) has one line for each request except health probes; it names the route and never the URL, so that no query,
 * key or cookie is logged. Metrics: durations by endpoint, requests in flight, reserved memory. The trace continues
 * that of the caller, or is a new one.
 */
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { LogFields } from '../../shared/kernel/logging/log-format.ts';
import type { NodeMetrics } from '../../shared/kernel/metrics/node-metrics.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { channelOf, type HttpContext, statusForLogs } from './http-context.ts';
import type { MemoryBudgets } from './memory-budget.ts';
import { whenClosed } from './responses/when-closed.ts';

/** Probes of the platform, every second. */
const HEALTH_PROBE_PATH = /^\/healthz\//;

/** Logs the request when its response is closed; `status=-` where none was sent. */
export function logAccess({ config, log }: Node, context: HttpContext): void {
  const { request, response, requestId, clientIp, path } = context;
  if ((config.logLevel !== 'info' && config.logLevel !== 'debug') || HEALTH_PROBE_PATH.test(path)) return;
  const startedAt = performance.now();
  const { socket } = request;
  // Bytes on the wire, heads included; a kept-alive connection has sent earlier responses.
  const sentBefore = socket.bytesWritten;
  whenClosed(response, () => {
    const line = {
      method: request.method ?? '-',
      route: context.route ?? '-',
      status: statusForLogs(context) ?? '-',
      ms: (performance.now() - startedAt).toFixed(1),
      bytes: socket.bytesWritten - sentBefore,
      channel: channelOf(context),
      ...describeCaller(context.principal),
      address: clientIp,
      request: requestId,
    };
    log.info(new LogFields('request', line));
  });
}

/** Ids only: names and emails are personal. */
function describeCaller(principal: Principal | undefined): Record<string, number | string> {
  if (principal?.kind !== 'user') return { user: '-' };
  const { user, credential } = principal;
  return credential.type === 'key'
    ? { user: user.id, key: credential.id }
    : { user: user.id, session: 'yes' };
}

/** Sets the trace of the request; none for health probes, and where nothing is traced. */
export function traceRequest({ traces }: Node, context: HttpContext): void {
  const { request, response, requestId, path } = context;
  if (!traces || HEALTH_PROBE_PATH.test(path)) return;
  const [traceparent, second] = request.headersDistinct.traceparent ?? [];
  const trace = traces.start(second === undefined ? traceparent : undefined, requestId);
  if (!trace) return;
  context.trace = trace;
  whenClosed(response, () => {
    trace.finish({
      method: request.method ?? '-',
      route: context.route ?? null,
      endpoint: context.endpoint ?? null,
      status: statusForLogs(context),
    });
  });
}

export class RequestMetrics {
  readonly #metrics: NodeMetrics | null;
  #inFlight = 0;

  constructor({ metrics }: Node, { bodies, responses }: MemoryBudgets) {
    this.#metrics = metrics;
    metrics?.addSource(() => [
      { metric: 'css_http_requests_in_flight', value: this.#inFlight },
      { metric: 'css_http_memory_reserved_bytes', value: bodies.used, labels: { budget: 'bodies' } },
      { metric: 'css_http_memory_reserved_bytes', value: responses.used, labels: { budget: 'responses' } },
    ]);
  }

  /** Counts the request until its response is closed. */
  observe(context: HttpContext): void {
    const metrics = this.#metrics;
    if (!metrics || HEALTH_PROBE_PATH.test(context.path)) return;
    const startedAt = performance.now();
    this.#inFlight += 1;
    whenClosed(context.response, () => {
      this.#inFlight -= 1;
      const seconds = (performance.now() - startedAt) / 1_000;
      metrics.observe('css_http_request_duration_seconds', seconds, labelsOf(context));
    });
  }
}

/** `endpoint` is `none` where no route matched, `status` where nothing was sent. */
function labelsOf(context: HttpContext) {
  const { endpoint, request } = context;
  const status = statusForLogs(context);
  return {
    endpoint: endpoint ?? 'none',
    // Without a route the method is whatever the client has sent.
    method: endpoint === undefined ? 'any' : (request.method ?? 'any'),
    status: status === null ? 'none' : `${Math.floor(status / 100)}xx`,
    channel: channelOf(context),
  };
}
