/**
 * The JSON body of a request: received within limits of size, time and memory, and parsed. MCP receives the bytes and
 * parses them itself.
 */
import type { IncomingMessage } from 'node:http';
import { bodyLimitOf } from '../../../shared/contracts/body-limits.ts';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { hasSystemCode } from '../../../shared/kernel/errors/system-code.ts';
import { type JsonBody, parseJsonBody } from '../../../shared/kernel/json/strict-json.ts';
import { budgetOwnerKey, type HttpContext } from '../http-context.ts';
import { BodyBuffer } from './body-buffer.ts';
import { exactValueFilter } from './exact-numbers.ts';

/** The parsed body. @throws MALFORMED_JSON, and the errors of `receiveBodyBytes` */
export async function readJsonBody(spec: EndpointSpec, context: HttpContext): Promise<JsonBody> {
  const bytes = await receiveBodyBytes(spec, context);
  return bytes === undefined
    ? { body: undefined, inexactNumbers: [] }
    : parseJsonBody(bytes, exactValueFilter(spec.body ?? {}));
}

const declaredLength = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/**
 * Whether a JSON body is received. The content of a GET has no meaning (RFC 9110, 9.3.1); a form is received by its
 * endpoint.
 */
export const hasJsonBody = ({ http, bodyEncoding }: EndpointSpec, request: IncomingMessage): boolean =>
  !http?.startsWith('GET') &&
  !bodyEncoding &&
  (declaredLength(request) > 0 || request.headers['transfer-encoding'] !== undefined);

/**
 * The bytes of a JSON body; undefined when there is none.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_REQUEST for a body that is cut off or too
 * slow, SERVICE_UNAVAILABLE when the memory budget is used up
 */
export async function receiveBodyBytes(
  spec: EndpointSpec,
  context: HttpContext,
): Promise<Buffer | undefined> {
  const { request } = context;
  if (!hasJsonBody(spec, request)) return undefined;
  const limit = bodyLimitOf(spec);
  if (declaredLength(request) > limit) throw tooLarge(limit);
  assertJsonContentType(request.headers['content-type']);
  assertUncompressed(request.headers['content-encoding']);
  const bytes = await receiveBytes(
    request,
    new BodyBuffer(context.memory.bodies, budgetOwnerKey(context)),
    limit,
  );
  return bytes.length === 0 ? undefined : bytes;
}

/** Enough for the largest body at 1 Mbit/s. */
const RECEIVE_TIMEOUT_MS = 120_000;
const tooSlow = (): Error =>
  apiError('MALFORMED_REQUEST', `The body took longer than ${RECEIVE_TIMEOUT_MS / 1000} seconds.`);

async function receiveBytes(request: IncomingMessage, body: BodyBuffer, limit: number): Promise<Buffer> {
  const timer = setTimeout(() => request.destroy(tooSlow()), RECEIVE_TIMEOUT_MS);
  try {
    // A rejected body is not destroyed here but drained (`drain-request.ts`).
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      if (body.size + bytes.length > limit) throw tooLarge(limit);
      body.append(bytes);
    }
    return body.bytes;
  } catch (error) {
    if (hasSystemCode(error, 'ECONNRESET'))
      throw apiError('MALFORMED_REQUEST', 'The connection was closed before the whole body had arrived.');
    throw error;
  } finally {
    clearTimeout(timer);
    body.release();
  }
}

const tooLarge = (limit: number): Error =>
  apiError('PAYLOAD_TOO_LARGE', `The body must not exceed ${limit} bytes.`);

function assertJsonContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  const json = type.trim() === 'application/json' || /^application\/[\w.-]+\+json$/.test(type.trim());
  if (!json) throw apiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  if (charset && charset.replaceAll('"', '') !== 'charset=utf-8')
    throw apiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as UTF-8.');
}

/**
 * Compressed bodies are refused: a few kilobytes could expand to any size.
 * @param header `Content-Encoding`
 * @throws UNSUPPORTED_MEDIA_TYPE
 */
export function assertUncompressed(header: string | undefined): void {
  if (header === undefined || header.trim().toLowerCase() === 'identity') return;
  throw apiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body uncompressed, without Content-Encoding.');
}
