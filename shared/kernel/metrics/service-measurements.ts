/** Measurements of a service: its outbox and background work, with the label `service`. */
import type { MeasurementSource, NodeMetrics } from './node-metrics.ts';

/** Adds what measures itself to the metrics of the node; nothing where they are off. */
export function addMeasurements(
  metrics: NodeMetrics | null,
  service: string,
  parts: readonly { measure?: MeasurementSource }[],
): void {
  for (const part of parts) {
    if (!part.measure) continue;
    metrics?.addSource(async () => {
      const found = (await part.measure?.()) ?? [];
      return found.map(({ labels, ...measurement }) => ({ ...measurement, labels: { ...labels, service } }));
    });
  }
}
