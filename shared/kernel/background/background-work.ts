/** Interface of background work that a service starts and stops with itself. */
import type { Measurement } from '../metrics/metric-declarations.ts';

export interface BackgroundWork {
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
  /** What Prometheus shows of it; the label `service` is added. */
  measure?(): readonly Measurement[] | Promise<readonly Measurement[]>;
}
