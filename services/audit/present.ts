/** View of an audit entry in the administrators' list. */
import type { audit } from '../../shared/contracts/audit.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import type { AuditRecord } from './model.ts';

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
