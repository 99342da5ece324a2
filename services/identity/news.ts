/** Telling every node that what an account may do has changed, so that no principal it remembers outlives the change (A2, R-150). */
import type { Node } from '../../shared/kernel/node.ts';

/** Broadcast after the change is committed. A hint: a node that misses it still asks again within a second. */
export const PRINCIPAL_CHANGED = 'identity.principalChanged';

/** What the event carries. */
export interface PrincipalChanged {
  user_id: number;
}

export type Announce = (userId: number) => Promise<void>;

/** Resolves once this process has heard it, so that an answer sent afterwards is never followed by a stale principal here. */
export const announcer =
  (node: Node): Announce =>
  async (userId) => {
    const news: PrincipalChanged = { user_id: userId };
    await node.broker.broadcast(PRINCIPAL_CHANGED, news);
  };
