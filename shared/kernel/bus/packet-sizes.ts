/** Limits of the size of a packet once it is inflated, by its kind and, for a request, by its action. */
import { bodyLimitOf, DEFAULT_BODY_LIMIT, PUBLIC_BODY_LIMIT } from '../../contracts/body-limits.ts';
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { isForTools } from '../../contracts/endpoint-callers.ts';
import { endpoints } from '../../contracts/index.ts';
import { MAX_MESSAGE_BYTES } from './message-compression.ts';
import { isPresenceKind } from './nats-subjects.ts';

/** What a node tells of itself is 60 KB with all services. An event has a few ids. */
const MAX_PRESENCE_BYTES = 256 * 1024;
/** The members of a request other than its parameters: token, idempotency key, ids. */
const ENVELOPE_BYTES = 64 * 1024;

/**
 * The largest packet in bytes.
 * @param action the action of a request, null for other kinds
 */
export function maxPacketBytes(kind: string, action: string | null): number {
  if (action !== null) return maxRequestBytes(action);
  return isPresenceKind(kind) || kind === 'EVENT' ? MAX_PRESENCE_BYTES : MAX_MESSAGE_BYTES;
}

const specs: ReadonlyMap<string, EndpointSpec> = new Map(Object.entries<EndpointSpec>(endpoints));

/** As over HTTP. What only services call may be larger. */
function maxRequestBytes(action: string): number {
  const spec = specs.get(action);
  if (spec?.signsIn) return PUBLIC_BODY_LIMIT + ENVELOPE_BYTES;
  // Nobody but a test subscribes to an action without a contract.
  if (spec === undefined || !isForTools(spec)) return MAX_MESSAGE_BYTES;
  // Services ask for more at once than the address of a GET or an anonymous caller has place for.
  if (spec.calledBy) return Math.max(bodyLimitOf(spec), DEFAULT_BODY_LIMIT) + ENVELOPE_BYTES;
  return (spec.http?.startsWith('GET ') ? PUBLIC_BODY_LIMIT : bodyLimitOf(spec)) + ENVELOPE_BYTES;
}
