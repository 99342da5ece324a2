/**
 * Switches tracing on for a broker whose tracer is enabled (`moleculer.config.ts`). Loaded only where a
 * collector is configured: nobody else pays for OpenTelemetry.
 */
import type { ServiceBroker } from 'moleculer';
import { OpenTelemetryExporter } from './open-telemetry-exporter.ts';
import { RequestTraces } from './request-traces.ts';

interface TracingSettings {
  endpoint: string;
  headers: string | null;
  fraction: number;
  /** Of the service. */
  version: string;
}

export function startTracing(broker: ServiceBroker, settings: TracingSettings): RequestTraces {
  const log = broker.getLogger('css');
  const exporter = new OpenTelemetryExporter({
    ...settings,
    namespace: broker.namespace,
    nodeId: broker.nodeID,
    warn: (line) => log.warn(line),
  });
  exporter.init(broker.tracer);
  broker.tracer.exporter = [exporter];
  return new RequestTraces(broker, settings.fraction);
}
