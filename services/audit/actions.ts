/**
 * Handlers of `audit.record`, the internal action that the outboxes of other services call, and of the list of audit
 * entries for site administrators. The chain is verified by `npm run verify-audit` (`verification.ts`).
 */
import type { audit } from '../../shared/contracts/audit.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import { apiError } from '../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../shared/kernel/service/handlers.ts';
import type { AuditRecord } from './model.ts';
import type { AuditTrail } from './repository.ts';

export const auditActions = (trail: AuditTrail): Handlers<typeof audit, NoResources> => ({
  async 'audit.record'({ entries }, { principal }) {
    if (principal.kind !== 'system')
      throw apiError('PERMISSION_DENIED', 'Only services record audit entries.');
    return { recorded: await trail.append(entries) };
  },

  async 'admin.audit.list'({ limit, offset, ...filter }) {
    const { rows, total, head } = await trail.page(filter, limit, offset);
    return {
      entries: rows.map(presentAuditEntry),
      total,
      limit,
      offset,
      head: head && { id: head.seq, hash: head.hash },
    };
  },
});

type AuditEntryView = Infer<(typeof audit)['admin.audit.list']['returns']>['entries'][number];

export function presentAuditEntry(record: AuditRecord): AuditEntryView {
  const { _id, at, user_id, action, channel, key_id, request_id, resource, details, hash = null } = record;
  return {
    id: _id,
    at: at.toISOString(),
    user_id,
    action,
    channel,
    key_id,
    request_id,
    resource,
    details,
    hash,
  };
}
