/**
 * The metrics of a node, in the registry of its Moleculer broker: observations of requests, and measurements
 * that are taken when Prometheus asks (`/metrics` on HEALTH_PORT).
 */
import type { MetricRegistry, ServiceBroker } from 'moleculer';
import { withTimeLimit } from '../../time-limit.ts';
import { METRICS, type Measurement, type MetricDeclaration, type MetricName } from './metric-declarations.ts';
import { renderMetrics } from './prometheus-text.ts';

/** Takes measurements; rejects when it cannot, for example without a database. */
export type MeasurementSource = () => readonly Measurement[] | Promise<readonly Measurement[]>;

/** A source that takes longer is left out of the scrape. */
const MEASUREMENT_TIMEOUT_MS = 1_000;

export class NodeMetrics {
  readonly #registry: MetricRegistry;
  readonly #sources: MeasurementSource[] = [];
  /** Set by the last scrape, and removed by the next: what is not measured has no value. */
  readonly #measured = new Set<MetricName>();
  #scrape: Promise<string> | null = null;

  /** @param broker with enabled metrics */
  constructor(broker: ServiceBroker) {
    this.#registry = broker.metrics;
    for (const [name, declaration] of Object.entries<MetricDeclaration>(METRICS))
      declare(this.#registry, name, declaration);
    for (const { name, type } of this.#registry.list())
      if (!(name in METRICS)) dropQuantilesAndRates(this.#registry, name, type);
  }

  addSource(source: MeasurementSource): void {
    this.#sources.push(source);
  }

  /** Adds an observation to a histogram. @param value in the unit of the metric */
  observe(metric: MetricName, value: number, labels: Readonly<Record<string, string>>): void {
    this.#registry.observe(metric, value, labels);
  }

  /** All metrics as text for Prometheus; requests at the same time share one scrape. */
  text(): Promise<string> {
    this.#scrape ??= this.#collect().finally(() => {
      this.#scrape = null;
    });
    return this.#scrape;
  }

  async #collect(): Promise<string> {
    const results = await Promise.all(this.#sources.map(measure));
    for (const metric of this.#measured) this.#registry.getMetric(metric)?.clear();
    this.#measured.clear();
    for (const { metric, value, labels } of results.flatMap((found) => found ?? [])) {
      this.#registry.set(metric, value, { ...labels });
      this.#measured.add(metric);
    }
    this.#registry.set('css_scrape_failures', results.filter((found) => found === null).length);
    return renderMetrics(this.#registry);
  }
}

/** Null when the source fails or takes too long. */
function measure(source: MeasurementSource): Promise<readonly Measurement[] | null> {
  const run = async () => source();
  return withTimeLimit(run(), MEASUREMENT_TIMEOUT_MS, () => null).catch(() => null);
}

/** Declares a metric, in place of one that Moleculer has declared with other labels. */
function declare(
  registry: MetricRegistry,
  name: string,
  { type, help, labels, buckets = [] }: MetricDeclaration,
): void {
  const common = { name, description: help, labelNames: [...labels] };
  if (type === 'counter') registry.register({ ...common, type });
  else if (type === 'gauge') registry.register({ ...common, type });
  else registry.register({ ...common, type, buckets: [...buckets] });
}

/**
 * Moleculer keeps every value of the last minute for its quantiles, and a timer for each rate. What nobody
 * reads is counted without them, and without labels.
 */
function dropQuantilesAndRates(registry: MetricRegistry, name: string, type: string): void {
  if (type === 'counter') registry.register({ name, type });
  else if (type === 'histogram') registry.register({ name, type });
}
