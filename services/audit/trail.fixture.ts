/** Entries as outboxes send them, and trails on databases of their own, for the tests of the audit trail. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Connection } from 'mongoose';
import type { AuditEntry } from '../../shared/kernel/background/outbox.ts';
import type { SystemPrincipal } from '../../shared/kernel/callers/principal.ts';
import { openDatabase, prepareModels } from '../../shared/kernel/database/mongo.ts';
import { databasePrefix, dropDatabases, mongodbUri } from '../../test/back-ends.ts';
import { AuditTrail } from './repository.ts';

/** A service acting for itself, as an outbox does. */
export const system: SystemPrincipal = { kind: 'system', service: 'sample', channel: 'bus' };

/** An entry nobody has sent before. */
export const entry = (differs: Partial<AuditEntry> = {}): AuditEntry => ({
  event_id: randomUUID(),
  at: new Date().toISOString(),
  user_id: 7,
  action: 'standards.publish',
  channel: 'http',
  key_id: null,
  request_id: 'r-1',
  resource: { type: 'standard', id: 1 },
  details: { note: 'kept as sent' },
  ...differs,
});

export const entries = (count: number): AuditEntry[] =>
  Array.from({ length: count }, (_, at) => entry({ resource: { type: 'standard', id: at + 1 } }));

interface Stored {
  _id: number;
  hash?: string;
  [member: string]: unknown;
}

/** A trail with what it is stored in, for those who tamper with it. */
export interface OpenTrail {
  connection: Connection;
  database: Db;
  stored: Collection<Stored>;
  heads: Collection<{ _id: string; [member: string]: unknown }>;
  trail: AuditTrail;
}

/** Opens trails, each on a database of its own. */
export class Trails {
  readonly #prefix = databasePrefix('trail');
  readonly #closing: (() => Promise<void>)[] = [];

  /** A trail without a chain: as an older version left it, or nobody yet. */
  async unbegun(): Promise<OpenTrail> {
    const { connection, close } = await openDatabase(mongodbUri(), this.#prefix, String(this.#closing.length));
    this.#closing.push(close);
    const trail = new AuditTrail(connection);
    await prepareModels(connection);
    const { db: database } = connection;
    assert.ok(database);
    return { connection, database, trail, stored: database.collection('entries'), heads: database.collection('chain') };
  }

  /** A trail with so many entries. */
  async filled(count: number): Promise<OpenTrail> {
    const opened = await this.unbegun();
    await opened.trail.open(assert.fail);
    await opened.trail.append(entries(count));
    return opened;
  }

  async close(): Promise<void> {
    for (const close of this.#closing) await close();
    await dropDatabases(this.#prefix);
  }
}
