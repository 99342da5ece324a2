/**
 * Handlers of the reports that gateways and services send: the usage of API keys, with the owner's list of it, and
 * refused permissions.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { IdentityService } from '../open-identity.ts';

type ReportContracts = Pick<
  typeof identity,
  'account.keys.usage' | 'identity.recordUsage' | 'identity.recordRefusals'
>;

export const reportActions = ({
  keys,
  usage,
  refusals,
}: IdentityService): Handlers<ReportContracts, NoResources> => ({
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

  async 'identity.recordUsage'({ id, rows }) {
    await usage.record(
      id,
      rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) })),
    );
    return { recorded: rows.length };
  },

  async 'identity.recordRefusals'({ rows }) {
    for (const { user_id, channel, key_id, request_id, network, endpoint, code, permission } of rows) {
      refusals.note({
        action: 'account.permission_refused',
        userId: user_id,
        channel,
        keyId: key_id,
        requestId: request_id,
        network,
        details: { endpoint, code, ...(permission === null ? {} : { permission }) },
      });
    }
    return { recorded: rows.length };
  },
});
