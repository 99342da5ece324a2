/**
 * Text of the declared metrics for Prometheus (exposition format 0.0.4), from the registry of Moleculer. Its
 * own Prometheus reporter opens a server of its own, and writes a histogram without quantiles without its sum
 * and count.
 */
import type { MetricRegistry } from 'moleculer';
import { METRICS, prometheusName } from './metric-declarations.ts';

export const PROMETHEUS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The values of one set of labels. */
interface Sample {
  labels: Readonly<Record<string, unknown>>;
  value?: number;
  sum?: number;
  count?: number;
  /** Observations up to each bound. */
  buckets?: Readonly<Record<string, number>>;
}

/** The metrics that have a value. */
export function renderMetrics(registry: MetricRegistry): string {
  const lines = Object.entries(METRICS).flatMap(([name, { type, help }]) => {
    const samples: Sample[] = registry.getMetric(name)?.snapshot() ?? [];
    if (samples.length === 0) return [];
    const title = prometheusName(name);
    return [
      `# HELP ${title} ${help}`,
      `# TYPE ${title} ${type}`,
      ...samples.flatMap((sample) => linesOf(title, sample)),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function linesOf(name: string, { labels, value, sum, count, buckets }: Sample): string[] {
  const own = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(String(text))}"`);
  const line = (suffix: string, number: number | undefined, ...more: string[]): string => {
    const all = [...own, ...more];
    return `${name}${suffix}${all.length > 0 ? `{${all.join(',')}}` : ''} ${number ?? 'NaN'}`;
  };
  if (buckets === undefined) return [line('', value)];
  // An object lists names that look like whole numbers first.
  const bounds = Object.keys(buckets).sort((one, other) => Number(one) - Number(other));
  return [
    ...bounds.map((bound) => line('_bucket', buckets[bound], `le="${bound}"`)),
    line('_bucket', count, 'le="+Inf"'),
    line('_sum', sum),
    line('_count', count),
  ];
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };
const escapeLabel = (text: string): string =>
  text.replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? '');
