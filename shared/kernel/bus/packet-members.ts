/** Members of packets that `reliable-nats.ts` clears or checks. */
import { randomUUID } from 'node:crypto';
import type { Transporters } from 'moleculer';
import { isSafeRequestId } from '../logging/request-id.ts';
import { MAX_CALL_DURATION_MS } from './call-timeouts.ts';

export type Packet = Parameters<Transporters.NATS['serialize']>[0];

/** Responses carry no meta: Moleculer would merge it into that of the caller, who uses it for retries. */
export function clearMeta({ payload }: Packet): void {
  payload.meta = {};
}

/**
 * A program on the bus writes any members: what is logged, stored or traced of them is checked, or replaced as if
 * it were missing.
 */
export function cleanRequest(payload: Packet['payload']): void {
  if (!isSafeRequestId(payload.requestID)) payload.requestID = randomUUID();
  if (!isSafeRequestId(payload.parentID)) payload.parentID = null;
  payload.timeout = toTimeout(payload.timeout);
}

/** Whole milliseconds, as timers take them; null: Moleculer's default. */
function toTimeout(sent: unknown): number | null {
  return typeof sent === 'number' && sent > 0 ? Math.ceil(Math.min(sent, MAX_CALL_DURATION_MS)) : null;
}

export const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
