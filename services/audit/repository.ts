/** Queries on the audit trail. */
import type { Connection } from 'mongoose';
import { Counters } from '../../shared/kernel/counters.ts';
import { isDuplicateKey } from '../../shared/kernel/mongo.ts';
import type { AuditEntry } from '../../shared/kernel/outbox.ts';
import { type AuditRecord, auditModel } from './model.ts';

export interface AuditFilter {
  user_id?: number;
  action?: string;
  resource_type?: string;
  resource_id?: string;
  from?: string;
  to?: string;
}

export class AuditTrail {
  readonly #entries: ReturnType<typeof auditModel>;
  readonly #counters: Counters;

  constructor(connection: Connection) {
    this.#entries = auditModel(connection);
    this.#counters = new Counters(connection);
  }

  /** Appends an entry; false when it is already there, because its outbox sent it twice. */
  async append(entry: AuditEntry): Promise<boolean> {
    if (await this.#entries.exists({ event_id: entry.event_id })) return false;
    const record: AuditRecord = { ...entry, _id: await this.#counters.next('entries'), at: new Date(entry.at) };
    try {
      await this.#entries.create(record);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Entries newest first, with how many there are in all. */
  async page(filter: AuditFilter, limit: number, offset: number): Promise<{ rows: AuditRecord[]; total: number }> {
    const query = toQuery(filter);
    const [rows, total] = await Promise.all([
      this.#entries.find(query).sort({ at: -1, _id: -1 }).skip(offset).limit(limit).lean<AuditRecord[]>(),
      this.#entries.countDocuments(query),
    ]);
    return { rows, total };
  }
}

function toQuery(filter: AuditFilter): Record<string, unknown> {
  const { user_id, action, resource_type, resource_id, from, to } = filter;
  const at = { ...(from ? { $gte: new Date(from) } : {}), ...(to ? { $lte: new Date(to) } : {}) };
  return {
    ...(user_id === undefined ? {} : { user_id }),
    ...(action === undefined ? {} : { action }),
    ...(resource_type === undefined ? {} : { 'resource.type': resource_type }),
    // Integer ids and wiki UUIDs share the parameter; a number in digits means the integer.
    ...(resource_id === undefined ? {} : { 'resource.id': /^\d+$/.test(resource_id) ? Number(resource_id) : resource_id }),
    ...(from || to ? { at } : {}),
  };
}
