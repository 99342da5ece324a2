/** The id of the current request, for every log line that is written for it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActionHandler, Middleware } from 'moleculer';
import { containsApiKey } from '../auth/api-key-format.ts';

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Whether an id that a caller sent may be used: it is logged, so it has one line and is no API key. */
export const isSafeRequestId = (sent: unknown): sent is string =>
  typeof sent === 'string' && REQUEST_ID.test(sent) && !containsApiKey(sent);

const requestIds = new AsyncLocalStorage<string>();

/** Runs the work of a request; its log lines, and those of everything it starts, carry the id. */
export const runWithRequestId = <T>(id: string, work: () => T): T => requestIds.run(id, work);

/** Runs what goes on after the request that began it, such as a loop: its lines carry no request id. */
export const runOutsideRequest = <T>(work: () => T): T => requestIds.exit(work);

/** Undefined outside a request. */
export const currentRequestId = (): string | undefined => requestIds.getStore();

/** Moleculer middleware: an action works for the request that called it, on whichever node it began. */
export const requestIdMiddleware: Middleware = {
  localAction(next: ActionHandler): ActionHandler {
    return function runForRequest(ctx) {
      const id = ctx.requestID ?? ctx.id;
      return id === currentRequestId()
        ? next.call(this, ctx)
        : runWithRequestId(id, () => next.call(this, ctx));
    };
  },
};
