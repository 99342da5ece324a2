/** Handlers by which an account lists its open browser sessions and ends one of them. */
import type { ownSessionEndpoints } from '../../../shared/contracts/identity/own-sessions.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { IdentityService } from '../open-identity.ts';

export const ownSessionActions = ({
  connection,
  accounts,
  sessions,
  publishPrincipalChanged,
}: IdentityService): Handlers<
  Pick<typeof ownSessionEndpoints, 'account.sessions.list' | 'account.sessions.end'>,
  NoResources
> => ({
  async 'account.sessions.list'({ limit, offset }, ctx) {
    const user = await accounts.findById(ctx.account.id);
    if (!user) throw notFound();
    const { rows, total } = await sessions.listValid(user, new Date(), { limit, offset });
    const { credential } = ctx.userPrincipal;
    return {
      sessions: rows.map(({ _id, created_at, last_used_at, expires_at, network = null, client = null }) => ({
        id: _id,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
        expires_at: expires_at.toISOString(),
        network,
        client,
        current: credential.type === 'session' && credential.id === _id,
      })),
      total,
      limit,
      offset,
    };
  },

  async 'account.sessions.end'({ id }, ctx) {
    const user = await accounts.findById(ctx.account.id);
    if (!user) throw notFound();
    await inTransaction(connection, async (session) => {
      if (!(await sessions.closeOne(session, user, id, new Date()))) throw notFound();
      await ctx.audit(session, { resource: { type: 'user', id: user._id }, details: { session: { id } } });
    });
    await publishPrincipalChanged(user._id);
    return { id, ended: true };
  },
});
