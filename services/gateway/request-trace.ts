/** Begins the trace of a request, or continues that of its caller, and ends it with the response. */
import type { Node } from '../../shared/kernel/node/node.ts';
import { HEALTH_PROBE_PATH } from './access-log.ts';
import { type HttpContext, statusForLogs } from './http-context.ts';

/** Sets the trace of the request; none for health probes, and where nothing is traced. */
export function traceRequest({ traces }: Node, context: HttpContext): void {
  const { request, response, requestId, path } = context;
  if (!traces || HEALTH_PROBE_PATH.test(path)) return;
  const [traceparent, second] = request.headersDistinct.traceparent ?? [];
  const trace = traces.start(second === undefined ? traceparent : undefined, requestId);
  if (!trace) return;
  context.trace = trace;
  response.once('close', () => {
    trace.finish({
      method: request.method ?? '-',
      route: context.route ?? null,
      endpoint: context.endpoint ?? null,
      status: statusForLogs(context),
    });
  });
}
