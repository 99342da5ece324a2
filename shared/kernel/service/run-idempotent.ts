/**
 * Runs a request with an `Idempotency-Key` once; a repeated request gets the stored result or error.
 */
import {
  type IdempotencyStore,
  type IdempotentRequest,
  replay as replayResult,
} from '../idempotency/store.ts';
import type { RequestContext } from './request-context.ts';

interface IdempotentRun {
  store: IdempotencyStore;
  request: IdempotentRequest;
  ctx: RequestContext;
  work: () => Promise<unknown>;
  /** @throws when the caller may not see the resource any more */
  assertVisible: () => Promise<unknown>;
  /** A stored result as it may be read now; null: as it was stored. */
  replay: ((stored: unknown) => Promise<unknown>) | null;
}

/**
 * The result of the call, or the stored result of an earlier one.
 * @throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_IN_PROGRESS, the error of `work` or the stored error
 */
export async function runIdempotent({
  store,
  request,
  ctx,
  work,
  assertVisible,
  replay,
}: IdempotentRun): Promise<unknown> {
  const acquired = await store.acquire(request);
  if ('refused' in acquired) {
    await assertVisible();
    throw acquired.refused;
  }
  if ('stored' in acquired) {
    if ('body' in acquired.stored) await assertVisible();
    ctx.isReplayed = true;
    const result = replayResult(acquired.stored);
    return replay ? replay(result) : result;
  }
  const { lock } = acquired;
  ctx.idempotencyLock = lock;
  try {
    const result = await work();
    await store.recordResult(lock, result);
    return result;
  } catch (error) {
    await store.recordError(lock, error);
    throw error;
  }
}
