/** What has to happen once a call has ended, whether it succeeded or not. */
import type { Call } from './call.ts';

const actionsAtEnd = new WeakMap<Call, (() => void)[]>();

/** Runs an action, which must not throw, once the call has ended. */
export function atEndOf(call: Call, action: () => void): void {
  const actions = actionsAtEnd.get(call);
  if (actions) actions.push(action);
  else actionsAtEnd.set(call, [action]);
}

/** Runs the actions of a call once its work has settled. @returns the result of the work */
export async function endAfter<T>(call: Call, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    for (const action of actionsAtEnd.get(call) ?? []) action();
  }
}
