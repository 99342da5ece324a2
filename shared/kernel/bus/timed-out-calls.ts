/**
 * Moleculer middleware that ends timed-out calls to other nodes with SERVICE_UNAVAILABLE. Moleculer leaves
 * their promise pending, which leaks memory and delays a stop by 20 s. All attempts of a call share
 * its time; Moleculer would give each the whole.
 */
import type { ActionHandler, Context, Middleware } from 'moleculer';
import { withTimeLimit } from '../../time-limit.ts';
import { apiError } from '../errors/errors.ts';

/** By then Moleculer has rejected the call. */
const GRACE_MS = 100;

/** What the attempts of a call have in common. */
interface CallDeadline {
  deadline?: number;
}

/** Whether a call that failed with this error can succeed if it is repeated immediately. One that timed out has no time left. */
export const isRetryable = (error: unknown): boolean =>
  Object(error).retryable === true && Object(error).type !== 'REQUEST_TIMEOUT';

function endWithTimeout(): never {
  throw apiError(
    'SERVICE_UNAVAILABLE',
    'Part of the service did not respond in time. Try again in a few seconds.',
  );
}

/** Milliseconds that are left of the call's time. */
function remainingTime(locals: CallDeadline, timeout: number): number {
  const now = performance.now();
  locals.deadline ??= now + timeout;
  return Math.max(1, Math.ceil(locals.deadline - now));
}

/** The innermost middleware, so that Moleculer's tracking sees the end of the call. */
export const settleTimedOutCalls: Middleware = {
  remoteAction(next: ActionHandler): ActionHandler {
    return function endTimedOutCall(ctx: Context<unknown, object, CallDeadline>) {
      const { timeout } = ctx.options;
      if (!timeout) return next.call(this, ctx);
      // Moleculer's own limit and the request carry it.
      ctx.options.timeout = remainingTime(ctx.locals, timeout);
      return withTimeLimit(next.call(this, ctx), ctx.options.timeout + GRACE_MS, endWithTimeout);
    };
  },
};
