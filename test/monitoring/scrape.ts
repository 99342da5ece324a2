/** Reads the metrics of a node from `/metrics`, as Prometheus does. */
import assert from 'node:assert/strict';
import { sendRawRequest } from '../../tools/world/raw-http.ts';

export interface MetricSample {
  /** Name of the metric, for a histogram with a suffix such as `_bucket`. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:\\.|[^"\\])*)"(?:,|$)/g;

/** @param base of the port of the probes */
export async function scrapeMetrics(base: string): Promise<{ text: string; samples: MetricSample[] }> {
  const { status, headers, text } = await sendRawRequest(base, { path: '/metrics' });
  assert.equal(status, 200);
  assert.match(headers['content-type'] ?? '', /^text\/plain; version=0\.0\.4/);
  return { text, samples: parseMetrics(text) };
}

/** @throws for a line that is neither a comment nor a sample */
export function parseMetrics(text: string): MetricSample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
  return lines.map((line) => {
    const [, name = '', labels = '', value] = LINE.exec(line) ?? assert.fail(`not a sample: ${line}`);
    const pairs = [...labels.matchAll(LABEL)];
    assert.equal(pairs.map(([whole]) => whole).join(''), labels, line);
    return {
      name,
      labels: Object.fromEntries(pairs.map(([, label, word]) => [label, word])),
      value: Number(value),
    };
  });
}

/** The value of the sample with these labels; undefined when there is none. */
export const sampleValue = (
  samples: readonly MetricSample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined =>
  samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, word]) => sample.labels[label] === word),
  )?.value;
