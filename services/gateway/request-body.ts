/** Reads a JSON body within its limits (decisions G18; hardening H8). */
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { fail } from '../../shared/kernel/errors.ts';
import { parseJsonBody } from './strict-json.ts';

/** What a body may have where its endpoint says nothing else (G18). */
export const DEFAULT_BODY_LIMIT = 8 * 1024 * 1024;

/**
 * The parsed body; undefined when there is none.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, MALFORMED_JSON, MALFORMED_REQUEST for one that is cut off
 */
export async function readJsonBody(spec: EndpointSpec, request: IncomingMessage): Promise<unknown> {
  // The content of a GET means nothing (RFC 9110, 9.3.1).
  if (spec.http?.startsWith('GET')) return undefined;
  const declared = Number(request.headers['content-length'] ?? 0);
  const hasBody = declared > 0 || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return undefined;
  const limit = spec.bodyLimitBytes ?? DEFAULT_BODY_LIMIT;
  if (declared > limit) throw tooLarge(limit);
  checkContentType(request.headers['content-type']);
  const bytes = await receive(request, limit);
  return bytes.length === 0 ? undefined : parseJsonBody(bytes);
}

async function receive(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // A refused body is not destroyed here: the exchange lets its rest pass for a moment, so that its sender reads the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > limit) throw tooLarge(limit);
      chunks.push(bytes);
    }
  } catch (error) {
    if (isCutOff(error)) throw fail('MALFORMED_REQUEST', 'The request ended before its body did.');
    throw error;
  }
  return Buffer.concat(chunks, size);
}

/** Its sender went away, or sent what is no body: no failure of ours. */
const isCutOff = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET';

const tooLarge = (limit: number): Error => fail('PAYLOAD_TOO_LARGE', `The body may have at most ${limit} bytes.`);

function checkContentType(header: string | undefined): void {
  const [type = '', ...parameters] = (header ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  const json = type.trim() === 'application/json' || /^application\/[\w.-]+\+json$/.test(type.trim());
  if (!json) throw fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  if (charset && charset.replaceAll('"', '') !== 'charset=utf-8') throw fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body in UTF-8.');
}
