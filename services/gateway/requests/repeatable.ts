/** Reads `Idempotency-Key`: what a caller sends along so that a POST may be sent again (decisions G12, G22). */
import type { IncomingMessage } from 'node:http';
import { type EndpointSpec, isRepeatable } from '../../../shared/contracts/endpoint.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Repeatable } from '../../../shared/kernel/idempotency/first-answers.ts';
import { hashCanonical } from '../../../shared/revisioning/canonical.ts';

/** Printable ASCII, so that a key reads the same in every log and client. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * What the action needs to know the request again, for the meta of its call; nothing without the header or where it has no meaning.
 * @param target what is asked of: a key is one request's there
 * @param sent what the request asks for, without what differs from one sending to the next
 * @throws MALFORMED_REQUEST for a key that is none
 */
export function repeatableOf(
  spec: EndpointSpec,
  request: IncomingMessage,
  target: string,
  sent: Record<string, unknown>,
): { repeatable?: Repeatable } {
  if (!isRepeatable(spec)) return {};
  const [header, ...others] = request.headersDistinct['idempotency-key'] ?? [];
  if (header === undefined) return {};
  const key = header.trim();
  if (others.length > 0 || !KEY.test(key))
    throw fail(
      'MALFORMED_REQUEST',
      'Send one Idempotency-Key of 1 to 255 printable ASCII characters, a new one for each request.',
    );
  return { repeatable: { key, target, request: hashCanonical(sent) } };
}
