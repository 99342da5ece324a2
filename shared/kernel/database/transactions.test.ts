/** Tests of transactions that conflict with each other. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, it } from '@jest/globals';
import { type Connection, type Model, Schema } from 'mongoose';
import { skipIf } from '../../../test/skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, mongodbUri } from '../../../test/test-servers.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { type Database, inTransaction, openDatabase } from './mongo.ts';

interface Counter {
  _id: number;
  count: number;
}

skipIf(missingServer('MONGODB')).describe('a transaction on a record that another one has locked', () => {
  const prefix = databasePrefix('transactions');
  let database: Database;
  let connection: Connection;
  let counters: Model<Counter>;

  beforeAll(async () => {
    database = await openDatabase(mongodbUri(), prefix, 'test');
    ({ connection } = database);
    counters = connection.model<Counter>('Counter', new Schema<Counter>({ _id: Number, count: Number }));
    await counters.insertMany([{ _id: 1, count: 0 }]);
  });
  afterAll(async () => {
    await dropDatabases(prefix);
    await database?.close();
  });

  const increment = (): Promise<unknown> =>
    inTransaction(connection, (session) =>
      counters.updateOne({ _id: 1 }, { $inc: { count: 1 } }, { session }),
    );

  it('waits for the other to end, and is 503 when that takes longer than its retries', async () => {
    // What a killed process leaves: a transaction that nobody ends.
    const left = await connection.startSession();
    left.startTransaction();
    await counters.updateOne({ _id: 1 }, { $inc: { count: 100 } }, { session: left });
    await assert.rejects(increment(), (error) => toErrorInfo(error).code === 'SERVICE_UNAVAILABLE');

    const waiting = increment();
    await left.abortTransaction();
    await waiting;
    await left.endSession();
    assert.equal((await counters.findById(1).lean())?.count, 1);
  });

  it('goes on where the other is that of a killed process (R1)', async () => {
    const program = `
      import { openDatabase } from ${JSON.stringify(new URL('./mongo.ts', import.meta.url).href)};
      const { connection } = await openDatabase(${JSON.stringify(mongodbUri())}, ${JSON.stringify(prefix)}, 'test');
      const session = await connection.startSession();
      session.startTransaction();
      await connection.collection('counters').updateOne({ _id: 1 }, { $inc: { count: 100 } }, { session });
      console.log('locked');
      setInterval(() => undefined, 1_000);`;
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    await once(killed.stdout, 'data');
    const before = (await counters.findById(1).lean())?.count ?? 0;
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await increment();
    assert.equal((await counters.findById(1).lean())?.count, before + 1);
  });

  it('counts those of fifty that conflict which it did not refuse', async () => {
    const before = (await counters.findById(1).lean())?.count ?? 0;
    const results = await Promise.allSettled(Array.from({ length: 50 }, increment));
    const refused = results.filter((result) => result.status === 'rejected');
    for (const { reason } of refused) assert.equal(toErrorInfo(reason).code, 'SERVICE_UNAVAILABLE');
    assert.ok(refused.length < 50, 'all are refused');
    assert.equal((await counters.findById(1).lean())?.count, before + 50 - refused.length);
  });
});
