/**
 * Test fixture: audit trails, each in a database of its own, with the principal and the entries that an outbox sends.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Connection } from 'mongoose';
import type { SystemPrincipal } from '../../shared/kernel/auth/principal.ts';
import type { AuditEntry } from '../../shared/kernel/background/outbox.ts';
import { openDatabase, prepareModels } from '../../shared/kernel/database/mongo.ts';
import { databasePrefix, dropDatabases, mongodbUri } from '../../test/test-servers.ts';
import { AuditTrail } from './repository.ts';

/** A service acting for itself, as an outbox does. */
export const systemPrincipal: SystemPrincipal = { kind: 'system', service: 'sample', channel: 'bus' };

/** A new entry. */
export const auditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  event_id: randomUUID(),
  at: new Date().toISOString(),
  user_id: 7,
  action: 'standards.publish',
  channel: 'http',
  key_id: null,
  request_id: 'r-1',
  resource: { type: 'standard', id: 1 },
  details: { note: 'kept as sent' },
  ...overrides,
});

export const auditEntries = (count: number): AuditEntry[] =>
  Array.from({ length: count }, (_, at) => auditEntry({ resource: { type: 'standard', id: at + 1 } }));

interface StoredEntry {
  _id: number;
  hash?: string;
  [member: string]: unknown;
}

/** A trail with its collections, for tampering. */
export interface TestTrail {
  connection: Connection;
  database: Db;
  stored: Collection<StoredEntry>;
  heads: Collection<{ _id: string; [member: string]: unknown }>;
  trail: AuditTrail;
}

/** Opens trails, each in its own database. */
export class TestTrails {
  readonly #prefix = databasePrefix('trail');
  readonly #cleanups: (() => Promise<void>)[] = [];

  /** A trail without a chain, as before the first start or in an older database. */
  async createUnstarted(): Promise<TestTrail> {
    const { connection, close } = await openDatabase(
      mongodbUri(),
      this.#prefix,
      String(this.#cleanups.length),
    );
    this.#cleanups.push(close);
    const trail = new AuditTrail(connection);
    await prepareModels(connection);
    const { db: database } = connection;
    assert.ok(database);
    return {
      connection,
      database,
      trail,
      stored: database.collection('entries'),
      heads: database.collection('chain'),
    };
  }

  /** A trail with `count` entries. */
  async createFilled(count: number): Promise<TestTrail> {
    const opened = await this.createUnstarted();
    await opened.trail.initialize(assert.fail);
    await opened.trail.append(auditEntries(count));
    return opened;
  }

  async close(): Promise<void> {
    for (const close of this.#cleanups) await close();
    await dropDatabases(this.#prefix);
  }
}
