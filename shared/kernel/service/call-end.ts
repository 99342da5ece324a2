/**
 * Registers functions that run once the call of a handler has ended, whether it succeeded or not. The storage quota
 * counts with them the bytes of writes that are under way.
 */
import type { RequestContext } from './request-context.ts';

const actionsAtEnd = new WeakMap<RequestContext, (() => void)[]>();

/** Runs an action, which must not throw, once the call has ended. */
export function atEndOf(ctx: RequestContext, action: () => void): void {
  const actions = actionsAtEnd.get(ctx);
  if (actions) actions.push(action);
  else actionsAtEnd.set(ctx, [action]);
}

/** Runs the actions of a call once its work has settled. @returns the result of the work */
export async function endAfter<T>(ctx: RequestContext, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    for (const action of actionsAtEnd.get(ctx) ?? []) action();
  }
}
