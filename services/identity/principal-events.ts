/** Telling every node that what an account may do has changed, so that no principal it remembers outlives the change (A2, R-150). */
import type { EventMap } from '../../shared/contracts/events.ts';
import type { Node } from '../../shared/kernel/node/node.ts';

export type PublishPrincipalChanged = (userId: number) => Promise<void>;

/** Resolves once this process has heard it, so that an answer sent afterwards is never followed by a stale principal here. */
export const principalChangedPublisher =
  (node: Node): PublishPrincipalChanged =>
  async (userId) => {
    const news: EventMap['identity.principalChanged'] = { user_id: userId };
    await node.broker.broadcast('identity.principalChanged', news);
  };
