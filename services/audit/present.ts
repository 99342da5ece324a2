/** An audit record as administrators see it. */

import type { audit } from '../../shared/contracts/audit.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import type { AuditRecord } from './model.ts';

type AuditRow = Infer<(typeof audit)['admin.audit.list']['returns']>['entries'][number];

export function presentEntry(record: AuditRecord): AuditRow {
  const { _id, at, user_id, action, channel, key_id, request_id, resource, details, hash = null } = record;
  return { id: _id, at: at.toISOString(), user_id, action, channel, key_id, request_id, resource, details, hash };
}
