/**
 * Metrics of the gateway: durations by endpoint, requests in flight, reserved memory. A series is named after
 * the contract id, never after a URL; health probes do not count.
 */
import type { NodeMetrics } from '../../shared/kernel/metrics/node-metrics.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { HEALTH_PROBE_PATH } from './access-log.ts';
import { channelOf, type HttpContext, statusForLogs } from './http-context.ts';
import type { MemoryBudgets } from './memory-budget.ts';

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
    context.response.once('close', () => {
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
