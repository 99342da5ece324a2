/** Runs a request that may be sent again: once, however often it comes (decisions G12, G22). */
import type { Call } from '../service/call.ts';
import { type IdempotencyStore, type IdempotentRequest, replay } from './store.ts';

interface IdempotentRun {
  store: IdempotencyStore;
  request: IdempotentRequest;
  call: Call;
  work: () => Promise<unknown>;
  /** @throws when the caller may not know of the resource any more */
  assertVisible: () => Promise<unknown>;
}

/**
 * The answer of the first call that came to an end.
 * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, and what `work` throws or threw the first time
 */
export async function runIdempotent({ store, request, call, work, assertVisible }: IdempotentRun): Promise<unknown> {
  const claimed = await store.acquire(request);
  if ('first' in claimed) {
    if ('body' in claimed.first) await assertVisible();
    return replay(claimed.first);
  }
  const { claim } = claimed;
  call.idempotencyLock = claim;
  try {
    const answer = await work();
    await store.recordResult(claim, answer);
    return answer;
  } catch (error) {
    await store.recordError(claim, error);
    throw error;
  }
}
