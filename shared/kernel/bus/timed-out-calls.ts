/**
 * A call to another node that has timed out is over. Moleculer's timeout tells the caller and leaves the promise within it open: without an
 * answer it is counted as under way for ever, which is memory that never comes back and a stop that waits its whole 20 s (E5, R19).
 */
import type { ActionHandler, Middleware } from 'moleculer';
import { apiError } from '../errors/errors.ts';

/** By then Moleculer has told the caller. */
const GRACE_MS = 100;

const timeoutError = (): Error =>
  apiError('SERVICE_UNAVAILABLE', 'Part of the service did not respond in time. Try again in a few seconds.');

/** Settles what Moleculer leaves open; innermost, so that its tracking sees the end. */
export const settleTimedOutCalls: Middleware = {
  remoteAction(next: ActionHandler): ActionHandler {
    return function endTimedOutCall(ctx) {
      const { timeout } = ctx.options;
      if (!timeout) return next.call(this, ctx);
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<never>((_, reject) => {
        // The error is made when it is needed: its stack costs more than all the rest.
        timer = setTimeout(() => reject(timeoutError()), timeout + GRACE_MS);
      });
      return Promise.race([next.call(this, ctx), over]).finally(() => clearTimeout(timer));
    };
  },
};
