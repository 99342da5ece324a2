/** Tests of the dashboard and the alert rules in `monitoring/` against what nodes give and what the pages say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { load } from 'js-yaml';
import { DASHBOARD_FILE, grafanaDashboard } from '../../scripts/deploy/write-grafana-dashboard.ts';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import {
  METRICS,
  type MetricDeclaration,
  prometheusName,
} from '../../shared/kernel/metrics/metric-declarations.ts';

interface AlertRule {
  alert: string;
  expr: string;
  annotations: { summary: string; remedy: string; runbook: string };
}

const ALERTS_FILE = 'monitoring/prometheus-alerts.yaml';
const { groups } = load(readFileSync(ALERTS_FILE, 'utf8')) as { groups: { rules: AlertRule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  grafanaDashboard(),
);
const expressions = [
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
];

/** The metrics as samples are named, with their labels; `up` is made by Prometheus. */
const known = new Map<string, readonly string[]>([
  ['up', []],
  ...Object.entries<MetricDeclaration>(METRICS).flatMap(([name, { type, labels }]) =>
    type === 'histogram'
      ? [
          [`${prometheusName(name)}_bucket`, [...labels, 'le']] as const,
          [`${prometheusName(name)}_sum`, labels] as const,
          [`${prometheusName(name)}_count`, labels] as const,
        ]
      : [[prometheusName(name), labels] as const],
  ),
]);
/** Added by Prometheus. */
const OWN_LABELS = ['instance', 'job'];

/** The words of an expression by their kind in the grammar; ⚠ for what is not PromQL. */
function wordsOf(expr: string): { kind: string; word: string }[] {
  const words: { kind: string; word: string }[] = [];
  // Grafana replaces its variable before it asks.
  const text = expr.replaceAll('$__rate_interval', '5m');
  parser.parse(text).iterate({
    enter: ({ name, from, to }) => void words.push({ kind: name, word: text.slice(from, to) }),
  });
  return words;
}

const wordsOfKind = (expr: string, kind: string): string[] =>
  wordsOf(expr).flatMap((each) => (each.kind === kind ? [each.word] : []));

describe('monitoring', () => {
  it('the dashboard is the one that is described', () => {
    const isCurrent = readFileSync(DASHBOARD_FILE, 'utf8') === grafanaDashboard();
    assert.ok(
      isCurrent,
      `${DASHBOARD_FILE} is out of date: npx node scripts/deploy/write-grafana-dashboard.ts`,
    );
  });

  it('every expression is PromQL and names metrics and labels that a node gives', () => {
    assert.ok(expressions.length > 20);
    for (const { where, expr } of expressions) {
      assert.deepEqual(wordsOfKind(expr, '⚠'), [], `${where}: ${expr}`);
      const metrics = wordsOfKind(expr, 'Identifier').filter((word) => !/^\d/.test(word));
      assert.ok(metrics.length > 0, where);
      for (const metric of metrics) assert.ok(known.has(metric), `${where}: no node gives ${metric}`);
      const labels = [...metrics.flatMap((metric) => known.get(metric) ?? []), ...OWN_LABELS];
      for (const label of wordsOfKind(expr, 'LabelName'))
        assert.ok(labels.includes(label), `${where}: ${metrics} has no label ${label}`);
    }
  });

  it('what is not PromQL, and a metric that nobody gives, are noticed', () => {
    assert.notDeepEqual(wordsOfKind('sum by (', '⚠'), []);
    assert.deepEqual(wordsOfKind('rate(gone_total{service="x"}[5m])', 'Identifier'), ['gone_total']);
    assert.deepEqual(wordsOfKind('sum by (place) (gone{service="x"})', 'LabelName'), ['place', 'service']);
  });

  it('every metric is on the dashboard or in an alert', () => {
    const named = new Set(expressions.flatMap(({ expr }) => wordsOfKind(expr, 'Identifier')));
    const unseen = Object.keys(METRICS)
      .map(prometheusName)
      .filter((name) => !['', '_bucket', '_count'].some((suffix) => named.has(`${name}${suffix}`)));
    assert.deepEqual(unseen, ['process_start_time_seconds']);
  });

  it('an alert notices that no node runs a service, whichever it is', () => {
    const gone = rules.find(({ alert }) => alert === 'ServiceGone')?.expr ?? '';
    for (const service of SERVICE_NAMES)
      assert.ok(gone.includes(`(.*,)?${service}(,.*)?"}), "service", "${service}"`), service);
  });

  it('every alert says what to do and where it is explained', () => {
    for (const { alert, annotations } of rules) {
      assert.match(annotations.remedy, /^[A-Z].{20,}\.$/, alert);
      const [page = '', anchor] = annotations.runbook.split('#');
      const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading.toLowerCase().replaceAll(' ', '-'),
      );
      assert.ok(anchor && headings.includes(anchor), `${alert}: ${annotations.runbook}`);
    }
  });

  it('docs/monitoring.md names every metric with its labels', () => {
    const page = readFileSync('docs/monitoring.md', 'utf8');
    for (const [name, { labels }] of Object.entries(METRICS)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${prometheusName(name)}\` |`));
      assert.equal(row?.split(' | ')[1], labels.map((label) => `\`${label}\``).join(', '), name);
    }
  });
});
