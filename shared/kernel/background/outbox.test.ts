/** Tests of the outbox of audit entries and of the counters that give ids, on a real database. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { databasePrefix, dropDatabases, mongodbUri } from '../../../test/test-servers.ts';
import { IdCounters } from '../database/id-counters.ts';
import { type Database, inTransaction, openDatabase, prepareModels } from '../database/mongo.ts';
import { apiError } from '../errors/errors.ts';
import { type AuditEntry, Outbox } from './outbox.ts';

const entry = {
  user_id: 1,
  action: 'x.y',
  channel: 'http',
  key_id: null,
  request_id: 'r',
  resource: { type: 'x', id: 1 },
  details: {},
};

describe('the outbox and the counters on a real database', () => {
  const prefix = databasePrefix('outbox');
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase(mongodbUri(), prefix, 'sample');
  });
  afterAll(async () => {
    await database.close();
    await dropDatabases(prefix);
  });

  it('an entry leaves when its transaction commits and not when it aborts; what is not acknowledged is sent again, in order (H40)', async () => {
    const outbox = new Outbox(database.connection);
    await prepareModels(database.connection);
    for (const action of ['first', 'second', 'third']) {
      await inTransaction(database.connection, (session) => outbox.add(session, { ...entry, action }));
    }
    await assert.rejects(
      inTransaction(database.connection, async (session) => {
        await outbox.add(session, { ...entry, action: 'never happened' });
        throw new Error('the change failed');
      }),
    );
    const sent: AuditEntry[][] = [];
    let away = 2;
    await new Promise<void>((resolve) => {
      outbox.start(async (entries) => {
        sent.push(entries);
        away -= 1;
        if (away >= 0) throw apiError('SERVICE_UNAVAILABLE', 'audit is away');
        resolve();
      });
    });
    await outbox.stop();
    assert.equal(sent.length, 3);
    for (const batch of sent)
      assert.deepEqual(
        batch.map(({ action }) => action),
        ['first', 'second', 'third'],
      );
    assert.deepEqual(
      new Set(sent.map((batch) => batch[0]?.event_id)).size,
      1,
      'sent again under the same id',
    );
    assert.equal(await database.connection.model('outbox').countDocuments(), 0);
  });

  it('stops within a moment, also while a send hangs, and sends the same entries at the next start', async () => {
    const outbox = new Outbox(database.connection);
    await outbox.add(null, { ...entry, action: 'hung' });
    let release = (): void => undefined;
    await new Promise<void>((begun) => {
      outbox.start(() => {
        begun();
        return new Promise((_, reject) => {
          release = () => reject(new Error('too late'));
        });
      });
    });
    // One that waited for the send would never end.
    await outbox.stop();
    const next = new Outbox(database.connection);
    const sent = await new Promise<AuditEntry[]>((resolve) => {
      next.start(async (entries) => resolve(entries));
    });
    assert.deepEqual(
      sent.map(({ action }) => action),
      ['hung'],
    );
    await next.stop();
    release();
  });

  it('the entry is sent again after any failure of audit that is not caused by the entry (H40)', async () => {
    const outbox = new Outbox(database.connection);
    await outbox.add(null, { ...entry, action: 'patient' });
    const said: string[] = [];
    let failures = 1;
    const sent = await new Promise<AuditEntry[]>((resolve) => {
      outbox.start(
        async (entries) => {
          if (failures-- > 0) throw new Error('a transaction that failed there');
          resolve(entries);
        },
        (message) => said.push(message),
      );
    });
    await outbox.stop();
    assert.deepEqual(
      sent.map(({ action }) => action),
      ['patient'],
    );
    assert.match(said.join(), /retrying/);
    assert.equal(await database.connection.model('outbox').countDocuments(), 0);
  });

  it('an entry that cannot be recorded costs only itself; long lists are cut and counted; a message stays small (H40)', async () => {
    const outbox = new Outbox(database.connection);
    const put = (action: string, details: Record<string, unknown>) =>
      inTransaction(database.connection, (session) => outbox.add(session, { ...entry, action, details }));
    await put('before', {});
    await put('poison', {});
    await put('long', { choices: Array.from({ length: 345_000 }, (_, at) => at) });
    await put('large', { text: 'x'.repeat(400_000) });
    await put('larger', { text: 'x'.repeat(400_000) });
    const kept: AuditEntry[] = [];
    const sizes: number[] = [];
    const said: string[] = [];
    await new Promise<void>((resolve) => {
      outbox.start(
        async (entries) => {
          if (entries.some(({ action }) => action === 'poison'))
            throw apiError('VALIDATION_ERROR', 'not this one');
          kept.push(...entries);
          sizes.push(JSON.stringify(entries).length);
          if (kept.length === 4) resolve();
        },
        (message) => said.push(message),
      );
    });
    await outbox.stop();
    assert.deepEqual(
      kept.map(({ action }) => action),
      ['before', 'long', 'large', 'larger'],
    );
    assert.deepEqual(
      [kept[1]?.details.choices_count, Object(kept[1]?.details.choices).length],
      [345_000, 100],
    );
    assert.ok(Math.max(...sizes) < 600_000, String(sizes));
    assert.match(said.join(), /set aside/);
    assert.equal(await database.connection.model('outbox').countDocuments({ set_aside: true }), 1);
    assert.deepEqual(await outbox.measure(), [
      { metric: 'css_outbox_lag_seconds', value: 0 },
      { metric: 'css_outbox_set_aside', value: 1 },
    ]);
    await database.connection.model('outbox').deleteMany({});
  });

  it('architecture §5: ids are unique and ascending, however many ask at once and in however many processes', async () => {
    const nodes = [new IdCounters(database.connection), new IdCounters(database.connection)];
    const taken = await Promise.all(
      Array.from({ length: 200 }, (_, at) => nodes[at % 2]?.next('things') ?? 0),
    );
    assert.equal(new Set(taken).size, 200);
    assert.ok(taken.every((id) => Number.isInteger(id) && id > 0));
    const block = (await nodes[0]?.take('things', 75)) ?? [];
    assert.equal(new Set([...taken, ...block]).size, 275);
    assert.deepEqual(
      block,
      [...block].sort((a, b) => a - b),
    );
  });

  it('architecture §5: a block serves twenty requests as large as the one that began it', async () => {
    const [mine, other] = [new IdCounters(database.connection), new IdCounters(database.connection)];
    const first = await mine.take('clauses', 300);
    await other.take('clauses', 300);
    const later = await Promise.all(Array.from({ length: 19 }, () => mine.take('clauses', 300)));
    assert.deepEqual(
      [...first, ...later.flat()],
      Array.from({ length: 6_000 }, (_, at) => (first[0] ?? 0) + at),
    );
  });
});
