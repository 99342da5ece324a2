/**
 * Reads and discards the rest of a rejected request body for up to three seconds, because a client that is
 * still sending reads no response.
 */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

const DRAIN_MS = 3_000;

/** Resolves when the request has ended, at the latest after `DRAIN_MS`. */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => undefined);
}
