/** A small OpenTelemetry collector for tests: keeps the spans of OTLP requests over HTTP with JSON. */
import type { IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { startLocalServer } from '../local-server.ts';

/** A value of OTLP's JSON encoding. */
interface OtlpValue {
  stringValue?: string;
  intValue?: number;
}

interface OtlpAttributes {
  attributes: { key: string; value: OtlpValue }[];
}

interface OtlpSpan extends OtlpAttributes {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code: number };
}

interface OtlpRequest {
  resourceSpans: { resource: OtlpAttributes; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

export interface CollectedSpan extends Omit<OtlpSpan, 'attributes'> {
  /** `service.name` of its resource. */
  service: string;
  attributes: Record<string, string | number>;
}

export interface OtlpCollector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The headers of each request. */
  readonly headers: IncomingHttpHeaders[];
  close(): void;
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const { url, close } = await startLocalServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    headers.push(request.headers);
    spans.push(...spansOf((await json(request)) as OtlpRequest));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  return { url, spans, headers, close };
}

const spansOf = ({ resourceSpans }: OtlpRequest): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(valuesOf(resource)['service.name']),
        attributes: valuesOf(span),
      })),
    ),
  );

const valuesOf = ({ attributes }: OtlpAttributes): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? intValue ?? '']),
  );
