/**
 * Handler of the internal action `standards.setPageHolds`, by which wiki-moderation states the holds of a wiki
 * page.
 */
import type { Connection } from 'mongoose';
import type { standardHoldActions } from '../../../shared/contracts/standards/holds.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { HoldStatements } from './hold-statements.ts';

interface Deps {
  connection: Connection;
  holdStatements: HoldStatements;
}

export const moderationActions = ({
  connection,
  holdStatements,
}: Deps): Handlers<Pick<typeof standardHoldActions, 'standards.setPageHolds'>, NoResources> => ({
  async 'standards.setPageHolds'({ wiki_standard_id, version, holds }, ctx) {
    const applied = await inTransaction(connection, async (session) => {
      const standards = await holdStatements.state(session, wiki_standard_id, version, holds);
      if (standards === null) return false;
      await ctx.audit(session, {
        resource: { type: 'wiki_standard', id: wiki_standard_id },
        details: { version: String(version), holds: holds.map(({ id }) => id), standards },
      });
      return true;
    });
    if (!applied) ctx.markUnchanged();
    return { applied };
  },
});
