/**
 * Exporter of Moleculer's tracer that hands its spans to the SDK of OpenTelemetry, which sends them in batches
 * to a collector (OTLP over HTTP, JSON). Spans tell ids of contracts, status and error codes; parameters,
 * names, addresses and error messages stay here.
 */
import {
  type Attributes,
  isValidSpanId,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api';
import { ExportResultCode, millisToHrTime, parseKeyPairsIntoRecord } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import { type Span, TracerExporters } from 'moleculer';
import { sha256 } from '../../hash.ts';
import { withTimeLimit } from '../../time-limit.ts';
import { toErrorInfo } from '../errors/errors.ts';
import type { RequestOutcome } from './request-traces.ts';

interface ExporterSettings {
  /** Base URL of the collector. */
  endpoint: string;
  /** As in OTEL_EXPORTER_OTLP_HEADERS. */
  headers: string | null;
  /** Of the deployment, as `service.namespace`. */
  namespace: string;
  nodeId: string;
  version: string;
  warn(line: string): void;
}

const SCOPE_NAME = 'construction-specification-service';
const SEND_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 2_000;

export class OpenTelemetryExporter extends TracerExporters.Base {
  readonly #processor: BatchSpanProcessor;
  readonly #settings: ExporterSettings;
  /** By service: a node may run several. */
  readonly #resources = new Map<string, Resource>();

  constructor(settings: ExporterSettings) {
    super({});
    this.#settings = settings;
    this.#processor = new BatchSpanProcessor({
      exporter: createSender(settings),
      scheduledDelayMillis: 1_000,
    });
  }

  override spanFinished(span: Span): void {
    this.#processor.onEnd(this.#convert(span));
  }

  /** Sends what is left, for a moment. */
  override async stop(): Promise<void> {
    const shutdown = this.#processor.shutdown().catch(() => undefined);
    await withTimeLimit(shutdown, STOP_TIMEOUT_MS, () => undefined);
  }

  #convert(span: Span): ReadableSpan {
    const traceId = traceIdOf(span);
    const contextOf = (id: string): SpanContext => ({
      traceId,
      spanId: toSpanId(id),
      traceFlags: TraceFlags.SAMPLED,
    });
    const context = contextOf(span.id);
    const startTime = span.startTime ?? Date.now();
    const duration = span.duration ?? 0;
    return {
      ...describe(span),
      kind: SpanKind.SERVER,
      spanContext: () => context,
      ...(span.parentID ? { parentSpanContext: contextOf(span.parentID) } : {}),
      startTime: millisToHrTime(startTime),
      endTime: millisToHrTime(startTime + duration),
      duration: millisToHrTime(duration),
      ended: true,
      links: [],
      events: [],
      resource: this.#resourceOf(span.service?.name ?? 'unknown'),
      instrumentationScope: { name: SCOPE_NAME, version: this.#settings.version },
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    };
  }

  #resourceOf(service: string): Resource {
    const known = this.#resources.get(service);
    if (known) return known;
    const { namespace, nodeId, version } = this.#settings;
    const resource = resourceFromAttributes({
      'service.namespace': namespace,
      'service.name': service,
      'service.version': version,
      'service.instance.id': nodeId,
    });
    this.#resources.set(service, resource);
    return resource;
  }
}

/** Sends batches to the collector, and warns once when it does not accept them. */
function createSender({ endpoint, headers, warn }: ExporterSettings): SpanExporter {
  const sender = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers ?? ''),
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  let isRefused = false;
  return {
    export: (spans, done) =>
      sender.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isRefused)
          warn('The collector at OTEL_EXPORTER_OTLP_ENDPOINT accepts no traces; they are dropped.');
        isRefused = failed;
        done(result);
      }),
    shutdown: () => sender.shutdown(),
    forceFlush: () => sender.forceFlush(),
  };
}

/** Moleculer's ids are UUIDs, those of requests 16 digits already; a program on the bus may send anything. */
function toSpanId(id: string): string {
  const digits = id.replaceAll('-', '').slice(0, 16);
  return isValidSpanId(digits) ? digits : sha256(id).slice(0, 16);
}

const TRACE_ID = /^[0-9a-f]{32}$/;

/** From the meta of the call; a call without one is a trace of its own. */
function traceIdOf({ id, tags }: Span): string {
  const traceId: unknown = tags.traceId;
  if (typeof traceId === 'string' && TRACE_ID.test(traceId)) return traceId;
  return id.replaceAll('-', '').padEnd(32, '0').slice(0, 32);
}

/** Name, attributes and status of a span. */
function describe({
  name,
  traceID,
  tags,
  error,
}: Span): Pick<ReadableSpan, 'name' | 'attributes' | 'status'> {
  const requestId = { 'css.request_id': traceID };
  const outcome: RequestOutcome | undefined = tags.outcome;
  if (outcome) return { ...describeRequest(outcome), attributes: { ...attributesOf(outcome), ...requestId } };
  const action: { name?: string } | null = tags.action ?? null;
  const { code, status } = error ? toErrorInfo(error) : { code: null, status: 200 };
  return {
    name: action?.name ?? name,
    attributes: {
      'rpc.system': 'moleculer',
      ...(action?.name ? { 'rpc.method': action.name } : {}),
      ...(code === null ? {} : { 'error.type': code }),
      ...requestId,
    },
    status: statusOf(status),
  };
}

const statusOf = (status: number | null): ReadableSpan['status'] => ({
  code: status === null || status >= 500 ? SpanStatusCode.ERROR : SpanStatusCode.UNSET,
});

const describeRequest = ({ method, route, status }: RequestOutcome) => ({
  name: route === null ? method : `${method} ${route}`,
  status: statusOf(status),
});

/** The names of OpenTelemetry's conventions for HTTP. */
const attributesOf = ({ method, route, endpoint, status }: RequestOutcome): Attributes => ({
  'http.request.method': method,
  ...(route === null ? {} : { 'http.route': route }),
  ...(status === null ? {} : { 'http.response.status_code': status }),
  ...(endpoint === null ? {} : { 'css.endpoint': endpoint }),
});
