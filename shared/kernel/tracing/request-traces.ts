/**
 * Traces of requests (OpenTelemetry), begun by the gateway and continued by every service: the first span of
 * a request, in the trace of the caller's `traceparent` (W3C Trace Context) or a new one. Moleculer makes the
 * spans of the actions below it; `open-telemetry-exporter.ts` sends them all.
 */
import { randomBytes } from 'node:crypto';
import { parseTraceParent } from '@opentelemetry/core';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import type { ServiceBroker, Span } from 'moleculer';

/** The result of a request. */
export interface RequestOutcome {
  method: string;
  /** The pattern, never the path; null where no route matched. */
  route: string | null;
  endpoint: string | null;
  /** Null where no response was sent. */
  status: number | null;
}

/** The first span of a traced request, as the parent of its calls. */
export class RequestTrace {
  readonly span: Span;
  /** Travels in the meta of every call: Moleculer's own trace id is the request id. */
  readonly traceId: string;

  constructor(span: Span, traceId: string) {
    this.span = span;
    this.traceId = traceId;
  }

  finish(outcome: RequestOutcome): void {
    this.span.addTags({ outcome });
    this.span.finish();
  }
}

const SAMPLED = 1;

export class RequestTraces {
  readonly #broker: ServiceBroker;
  readonly #sampler: TraceIdRatioBasedSampler;

  /** @param fraction of the requests that is traced; the trace id decides, as everywhere in a trace */
  constructor(broker: ServiceBroker, fraction: number) {
    this.#broker = broker;
    this.#sampler = new TraceIdRatioBasedSampler(fraction);
  }

  /**
   * Begins the span of a request. Null for one that is not traced, by our fraction or because its caller says
   * so.
   * @param traceparent the header of the caller; an invalid one counts as none
   */
  start(traceparent: string | undefined, requestId: string): RequestTrace | null {
    const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
    if (parent && (parent.traceFlags & SAMPLED) === 0) return null;
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    if (this.#sampler.shouldSample(undefined, traceId).decision === SamplingDecision.NOT_RECORD) return null;
    const span = this.#broker.tracer.startSpan('request', {
      id: randomBytes(8).toString('hex'),
      traceID: requestId,
      parentID: parent?.spanId ?? null,
      service: 'gateway',
      sampled: true,
      tags: { traceId },
    });
    return new RequestTrace(span, traceId);
  }
}
