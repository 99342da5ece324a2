/** Recording and reading the audit trail. */
import type { audit } from '../../shared/contracts/audit.ts';
import type { Handlers } from '../../shared/kernel/implement.ts';
import { presentEntry } from './present.ts';
import type { AuditTrail } from './repository.ts';

export const auditActions = (trail: AuditTrail): Handlers<typeof audit, Record<never, never>> => ({
  async 'audit.record'({ entries }) {
    let recorded = 0;
    for (const entry of entries) if (await trail.append(entry)) recorded += 1;
    return { recorded };
  },

  async 'admin.audit.list'({ limit, offset, ...filter }) {
    const { rows, total } = await trail.page(filter, limit, offset);
    return { entries: rows.map(presentEntry), total, limit, offset };
  },
});
