/** Handler of the internal action `identity.recordRefusals`: refused permissions of the gateway and the services. */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RefusalLog } from './refusal-log.ts';

export const refusalActions = ({
  refusals,
}: {
  refusals: RefusalLog;
}): Handlers<Pick<typeof identity, 'identity.recordRefusals'>, NoResources> => ({
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
