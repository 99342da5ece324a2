/**
 * Runs what the parts of the gateway do at the end of a response. They share one listener: each of its own would cost
 * every response more than what it does.
 */
import type { ServerResponse } from 'node:http';

const actionsByResponse = new WeakMap<ServerResponse, (() => void)[]>();

/** Runs an action, which must not throw, once the response is closed: sent, or cut off. */
export function whenClosed(response: ServerResponse, action: () => void): void {
  const actions = actionsByResponse.get(response);
  if (actions) {
    actions.push(action);
    return;
  }
  const ownActions = [action];
  actionsByResponse.set(response, ownActions);
  response.once('close', () => {
    for (const run of ownActions) run();
  });
}
