/**
 * Every metric that a node gives to Prometheus, declared once: type, labels, buckets, help
 * (`docs/monitoring.md`). Labels are names from the contracts, never ids or texts of requests, so the number
 * of series is bounded. Names with dots are those of Moleculer, written with underscores.
 */

export interface MetricDeclaration {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  /** Upper bounds, in the unit of the metric. */
  buckets?: readonly number[];
}

const SERVICE = ['service'] as const;
const NONE = [] as const;

export const METRICS = {
  css_build_info: {
    type: 'gauge',
    help: 'Version and services of the node; always 1.',
    labels: ['version', 'services'],
  },
  css_node_ready: { type: 'gauge', help: 'Whether /healthz/ready answers 200: 1 or 0.', labels: NONE },
  css_server_up: {
    type: 'gauge',
    help: 'Whether a server behind the node answers (mongodb, nats, redis, s3): 1 or 0.',
    labels: ['server'],
  },
  css_scrape_failures: {
    type: 'gauge',
    help: 'Groups of measurements missing from this scrape, such as those of an unavailable database.',
    labels: NONE,
  },
  css_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the head of a request to the end of its response, by contract id.',
    labels: ['endpoint', 'method', 'status', 'channel'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  css_http_requests_in_flight: {
    type: 'gauge',
    help: 'Requests whose response is not sent yet.',
    labels: NONE,
  },
  css_http_memory_reserved_bytes: {
    type: 'gauge',
    help: 'Bytes of request bodies and of unread responses that the gateway keeps.',
    labels: ['budget'],
  },
  'moleculer.request.time': {
    type: 'histogram',
    help: 'Milliseconds of an action: local on this node, or remote as its caller sees it.',
    labels: ['service', 'action', 'type'],
    buckets: [1, 5, 25, 100, 500, 2_500, 10_000],
  },
  'moleculer.request.active': {
    type: 'gauge',
    help: 'Actions that run on this node (local), or that it waits for (remote).',
    labels: ['service', 'type'],
  },
  'moleculer.request.error.total': {
    type: 'counter',
    help: 'Actions that ended with an error, by its code.',
    labels: ['service', 'action', 'type', 'errorType'],
  },
  'moleculer.transporter.packets.sent.bytes': {
    type: 'counter',
    help: 'Bytes sent over NATS, before compression.',
    labels: NONE,
  },
  css_bus_calls_pending: {
    type: 'gauge',
    help: 'Calls over NATS that wait for their response.',
    labels: NONE,
  },
  css_outbox_lag_seconds: {
    type: 'gauge',
    help: 'Age of the oldest audit entry that audit has not acknowledged.',
    labels: SERVICE,
  },
  css_outbox_set_aside: {
    type: 'gauge',
    help: 'Audit entries that audit rejected as invalid.',
    labels: SERVICE,
  },
  css_jobs_lag_seconds: {
    type: 'gauge',
    help: 'Time since the oldest unfinished job was queued.',
    labels: SERVICE,
  },
  css_jobs_failed: { type: 'gauge', help: 'Jobs whose last attempt was rejected.', labels: SERVICE },
  css_markup_queue_length: {
    type: 'gauge',
    help: 'Long texts that wait for the markup worker, with the one it parses.',
    labels: SERVICE,
  },
  css_event_loop_delay_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last scrape; quantile 1 is the longest.',
    labels: ['quantile'],
  },
  css_event_loop_utilization: {
    type: 'gauge',
    help: 'Share of the time since the last scrape in which the event loop was busy, from 0 to 1.',
    labels: NONE,
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'CPU time of the process, in user and system mode.',
    labels: NONE,
  },
  process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory of the process.', labels: NONE },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'Start of the process, in seconds since 1970.',
    labels: NONE,
  },
  nodejs_heap_used_bytes: { type: 'gauge', help: 'Used heap of the main thread.', labels: NONE },
  nodejs_external_memory_bytes: {
    type: 'gauge',
    help: 'Memory of buffers and other objects outside the heap.',
    labels: NONE,
  },
} as const satisfies Record<string, MetricDeclaration>;

export type MetricName = keyof typeof METRICS;

/** The name as Prometheus knows it. */
export const prometheusName = (name: string): string => name.replaceAll('.', '_');

/** Age of something at the time of a scrape; clocks of nodes differ a little, so it is never negative. */
export const secondsSince = (at: Date): number => Math.max(0, (Date.now() - at.getTime()) / 1_000);

/** A value at the time of a scrape. */
export interface Measurement {
  metric: MetricName;
  value: number;
  labels?: Readonly<Record<string, string>>;
}
