/**
 * A call to another node that has timed out is over. Its repetition has the same id, so that Moleculer forgets the first one without
 * settling its promise and counts it as under way for ever: memory that never comes back, and a stop that waits its whole 20 s (E5, R19).
 */
import type { ActionHandler, Middleware } from 'moleculer';
import { fail } from './errors.ts';

/** By then Moleculer has told the caller. */
const GRACE_MS = 100;

/** Settles what Moleculer leaves open; innermost, so that its tracking sees the end. */
export const endTimedOutCalls: Middleware = {
  remoteAction(next: ActionHandler): ActionHandler {
    return function endTimedOutCall(ctx) {
      const { timeout } = ctx.options;
      if (!timeout) return next.call(this, ctx);
      let timer: NodeJS.Timeout | undefined;
      const over = new Promise<never>((_, reject) => {
        const late = fail('SERVICE_UNAVAILABLE', 'A part of the service did not answer in time. Try again in a few seconds.');
        timer = setTimeout(reject, timeout + GRACE_MS, late);
      });
      return Promise.race([next.call(this, ctx), over]).finally(() => clearTimeout(timer));
    };
  },
};
