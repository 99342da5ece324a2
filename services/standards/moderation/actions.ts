/**
 * Handler of the internal action `standards.setPageHolds`, by which wiki-moderation states the holds of a wiki
 * page.
 */
import type { Connection } from 'mongoose';
import type { standardHoldActions } from '../../../shared/contracts/standards/holds.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { PageHolds } from '../holds/repository.ts';
import type { HoldPropagation } from './hold-propagation.ts';

interface Deps {
  connection: Connection;
  pageHolds: PageHolds;
  holdPropagation: HoldPropagation;
}

export const moderationActions = ({
  connection,
  pageHolds,
  holdPropagation,
}: Deps): Handlers<Pick<typeof standardHoldActions, 'standards.setPageHolds'>, NoResources> => ({
  async 'standards.setPageHolds'({ wiki_standard_id, version, holds }, ctx) {
    const applied = await inTransaction(connection, async (session) => {
      if (!(await pageHolds.replace(session, wiki_standard_id, version, holds))) return false;
      const { changed } = await holdPropagation.propagate(session, wiki_standard_id, holds);
      await ctx.audit(session, {
        resource: { type: 'wiki_standard', id: wiki_standard_id },
        details: { version: String(version), holds: holds.map(({ id }) => id), standards: changed.length },
      });
      return true;
    });
    if (!applied) ctx.markUnchanged();
    return { applied };
  },
});
