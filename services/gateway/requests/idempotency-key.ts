/**
 * Parser of the header `Idempotency-Key`, with which a POST, an upload or a tool call may be repeated: the
 * key, its scope and a hash of the request. The owning service stores the response.
 */
import type { IncomingMessage } from 'node:http';
import { type EndpointSpec, supportsIdempotencyKey } from '../../../shared/contracts/endpoint.ts';
import {
  type IdempotencyKey,
  isIdempotencyKey,
  MAX_IDEMPOTENCY_KEY_LENGTH,
} from '../../../shared/contracts/idempotency-key.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { hashCanonical } from '../../../shared/revisioning/outline/canonical-json.ts';

/**
 * The idempotency key of a call; nothing without the header, or where the endpoint ignores it.
 * @param target method and path, or tool: the scope of the key
 * @param sent the content of the request, without the parts that a repetition changes
 * @throws MALFORMED_REQUEST for an invalid key
 */
export function parseIdempotencyHeader(
  spec: EndpointSpec,
  request: IncomingMessage,
  target: string,
  sent: Record<string, unknown>,
): { idempotencyKey?: IdempotencyKey } {
  if (!supportsIdempotencyKey(spec)) return {};
  const [header, ...others] = request.headersDistinct['idempotency-key'] ?? [];
  if (header === undefined) return {};
  const key = header.trim();
  if (others.length > 0 || !isIdempotencyKey(key))
    throw apiError(
      'MALFORMED_REQUEST',
      `Send a single Idempotency-Key of 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters, and a new one for each request.`,
    );
  return { idempotencyKey: { key, target, request: hashCanonical(sent) } };
}
