/**
 * The Grafana dashboard of a deployment, from the description below; `node
 * scripts/deploy/write-grafana-dashboard.ts` writes `monitoring/grafana-dashboard.json`.
 */
import { writeFileSync } from 'node:fs';

export const DASHBOARD_FILE = 'monitoring/grafana-dashboard.json';

/** Queries by the legend of their series; `{{label}}` stands for the value of a label. */
interface Panel {
  title: string;
  /** A unit of Grafana: `s`, `ms`, `bytes`, `reqps`, `percentunit`, `short`. */
  unit: string;
  queries: Readonly<Record<string, string>>;
}

const HTTP = 'css_http_request_duration_seconds';
const perSecond = (metric: string): string => `rate(${metric}[$__rate_interval])`;
const quantile = (share: number, metric: string, by: string): string =>
  `histogram_quantile(${share}, sum by (le${by}) (${perSecond(metric)}))`;

const PANELS: readonly Panel[] = [
  {
    title: 'Requests by status',
    unit: 'reqps',
    queries: { '{{status}}': `sum by (status) (${perSecond(`${HTTP}_count`)})` },
  },
  {
    title: 'Duration of requests',
    unit: 's',
    queries: {
      'half of them': quantile(0.5, `${HTTP}_bucket`, ''),
      '99 %': quantile(0.99, `${HTTP}_bucket`, ''),
    },
  },
  {
    title: 'Slowest endpoints (99 %)',
    unit: 's',
    queries: { '{{endpoint}}': `topk(10, ${quantile(0.99, `${HTTP}_bucket`, ', endpoint')})` },
  },
  {
    title: 'Server errors by endpoint',
    unit: 'reqps',
    queries: {
      '{{endpoint}}': `topk(10, sum by (endpoint) (${perSecond(`${HTTP}_count{status="5xx"}`)}))`,
    },
  },
  {
    title: 'Requests in flight',
    unit: 'short',
    queries: { '{{instance}}': 'sum by (instance) (css_http_requests_in_flight)' },
  },
  {
    title: 'Memory of bodies and unread responses',
    unit: 'bytes',
    queries: { '{{budget}}': 'max by (budget) (css_http_memory_reserved_bytes)' },
  },
  {
    title: 'Actions of each service (99 %)',
    unit: 'ms',
    queries: { '{{service}}': quantile(0.99, 'moleculer_request_time_bucket{type="local"}', ', service') },
  },
  {
    title: 'Actions running',
    unit: 'short',
    queries: { '{{service}}': 'sum by (service) (moleculer_request_active{type="local"})' },
  },
  {
    title: 'Errors of actions by code',
    unit: 'reqps',
    queries: {
      '{{errorType}}': `sum by (errorType) (${perSecond('moleculer_request_error_total{type="local"}')})`,
    },
  },
  {
    title: 'Bus: calls waiting, bytes sent per second',
    unit: 'short',
    queries: {
      'waiting {{instance}}': 'css_bus_calls_pending',
      'bytes {{instance}}': perSecond('moleculer_transporter_packets_sent_bytes'),
    },
  },
  {
    title: 'Lag of outboxes and jobs',
    unit: 's',
    queries: {
      'outbox {{service}}': 'max by (service) (css_outbox_lag_seconds)',
      'jobs {{service}}': 'max by (service) (css_jobs_lag_seconds)',
    },
  },
  {
    title: 'Rejected entries and jobs, queued markup',
    unit: 'short',
    queries: {
      'set aside {{service}}': 'max by (service) (css_outbox_set_aside)',
      'failed jobs {{service}}': 'max by (service) (css_jobs_failed)',
      'markup {{service}}': 'max by (service) (css_markup_queue_length)',
    },
  },
  {
    title: 'Event loop: delay (99 %)',
    unit: 's',
    queries: { '{{instance}}': 'css_event_loop_delay_seconds{quantile="0.99"}' },
  },
  {
    title: 'Event loop: busy, and CPU',
    unit: 'percentunit',
    queries: {
      'busy {{instance}}': 'css_event_loop_utilization',
      'CPU {{instance}}': perSecond('process_cpu_seconds_total'),
    },
  },
  {
    title: 'Memory of the processes',
    unit: 'bytes',
    queries: {
      'resident {{instance}}': 'process_resident_memory_bytes',
      'heap {{instance}}': 'nodejs_heap_used_bytes',
      'external {{instance}}': 'nodejs_external_memory_bytes',
    },
  },
  {
    title: 'Nodes ready, servers up',
    unit: 'short',
    queries: {
      'ready {{instance}}': 'css_node_ready',
      '{{server}}': 'min by (server) (css_server_up)',
      'version {{version}}': 'count by (version) (css_build_info)',
    },
  },
];

/** Width of a panel; the dashboard has 24 columns. */
const WIDTH = 12;
const HEIGHT = 8;
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

/** The dashboard as Grafana imports it. */
export function grafanaDashboard(): string {
  const dashboard = {
    uid: 'construction-specifications',
    title: 'Construction Specification Service',
    schemaVersion: 39,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: {
      list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
    },
    panels: PANELS.map(({ title, unit, queries }, at) => ({
      id: at + 1,
      type: 'timeseries',
      title,
      datasource: DATASOURCE,
      gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: Object.entries(queries).map(([legendFormat, expr], target) => ({
        refId: String.fromCharCode('A'.charCodeAt(0) + target),
        datasource: DATASOURCE,
        legendFormat,
        expr,
      })),
    })),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(new URL(`../../${DASHBOARD_FILE}`, import.meta.url), grafanaDashboard());
