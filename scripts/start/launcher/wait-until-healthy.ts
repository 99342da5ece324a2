/** Waits until `/api/health` of a service answers healthy. */
import { setTimeout as delay } from 'node:timers/promises';

const REQUEST_TIMEOUT_MS = 2000;
const INTERVAL_MS = 100;

/**
 * Resolves when the service at `base` is healthy.
 * @param signal gives up
 * @throws the reason of `signal`
 */
export async function waitUntilHealthy(base: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // A request sent before every service has subscribed may get no response, but the next one does.
    const response = await fetch(`${base}/api/health`, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await delay(INTERVAL_MS);
  }
}
