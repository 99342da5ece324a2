/**
 * Publisher of the event that the rights or credentials of an account have changed, on which gateways drop
 * their cached principals.
 */
import type { EventMap } from '../../shared/contracts/events.ts';
import type { Node } from '../../shared/kernel/node/node.ts';

export type PublishPrincipalChanged = (userId: number) => Promise<void>;

/**
 * Resolves once this process has handled the event, so that no stale principal is used here after the
 * response.
 */
export const principalChangedPublisher =
  (node: Node): PublishPrincipalChanged =>
  async (userId) => {
    const event: EventMap['identity.principalChanged'] = { user_id: userId };
    await node.broker.broadcast('identity.principalChanged', event);
  };
