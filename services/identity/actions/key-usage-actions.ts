/**
 * Handlers of the usage log of API keys: the owner's list, and the internal action that records the rows of
 * gateways.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { IdentityService } from '../open-identity.ts';

type KeyUsageContracts = Pick<typeof identity, 'account.keys.usage' | 'identity.recordUsage'>;

export const keyUsageActions = ({
  keys,
  usage,
}: IdentityService): Handlers<KeyUsageContracts, NoResources> => ({
  async 'account.keys.usage'({ id, limit, offset }, ctx) {
    // Revoked keys keep their log: a stolen key is revoked first and examined later.
    if (!(await keys.findOwn(ctx.account.id, id))) throw notFound();
    const { rows, total } = await usage.listOfKey(id, { limit, offset });
    const view = rows.map(({ at, method, route, status, address, request_id }) => ({
      at: at.toISOString(),
      method,
      route,
      status,
      address,
      request_id,
    }));
    return { usage: view, total, limit, offset };
  },

  async 'identity.recordUsage'({ rows }) {
    await usage.record(rows.map(({ id, at, ...row }) => ({ _id: id, at: new Date(at), ...row })));
    return { recorded: rows.length };
  },
});
