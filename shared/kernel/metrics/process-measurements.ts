/** Measurements of the process: event loop, CPU, memory. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Measurement } from './metric-declarations.ts';
import type { MeasurementSource } from './node-metrics.ts';

/** The monitor looks this often, and counts the interval as part of each delay. */
const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99, 1] as const;

/** Starts to watch the event loop. @returns the source, and how to end it */
export function watchProcess(): { source: MeasurementSource; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let utilization = performance.eventLoopUtilization();
  const eventLoop = (): Measurement[] => {
    const now = performance.eventLoopUtilization();
    const busy = performance.eventLoopUtilization(now, utilization).utilization;
    utilization = now;
    const seconds = QUANTILES.map((quantile) => ({
      quantile: String(quantile),
      value: Math.max(0, delays.percentile(quantile * 100) / NANOSECONDS - RESOLUTION_MS / 1_000),
    }));
    delays.reset();
    return [
      { metric: 'css_event_loop_utilization', value: busy },
      ...seconds.map(({ quantile, value }) => ({
        metric: 'css_event_loop_delay_seconds' as const,
        value,
        labels: { quantile },
      })),
    ];
  };
  return { source: () => [...eventLoop(), ...measureProcess()], stop: () => delays.disable() };
}

function measureProcess(): Measurement[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    { metric: 'process_cpu_seconds_total', value: (user + system) / 1e6 },
    { metric: 'process_resident_memory_bytes', value: rss },
    { metric: 'process_start_time_seconds', value: performance.timeOrigin / 1_000 },
    { metric: 'nodejs_heap_used_bytes', value: heapUsed },
    { metric: 'nodejs_external_memory_bytes', value: external },
  ];
}
