/** Tests of requests while MongoDB is suspended or killed. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { ServiceBroker } from 'moleculer';
import { MongoClient } from 'mongodb';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import { type Mongod, startMongod } from '../../../scripts/start/embedded-servers/mongod.ts';
import { eventually } from '../../../test/eventually.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer } from '../../../test/test-servers.ts';
import { BusErrorRegenerator } from '../bus/error-regenerator.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { inTransaction, openDatabase } from './mongo.ts';

skipIf(missingServer('MONGODB')).describe('a MongoDB that hangs or ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mongo-away-'));
  let mongod: Mongod;
  let connection: Connection;
  let things: Model<{ _id: number }>;
  let close: () => Promise<void>;

  beforeAll(async () => {
    mongod = await startMongod({ dbPath: folder, disposable: true });
    ({ connection, close } = await openDatabase(mongod.uri, 'away', 'test'));
    things = connection.model<{ _id: number }>('Thing', new Schema<{ _id: number }>({ _id: Number }));
    await things.insertMany([{ _id: 1 }]);
  });
  afterAll(async () => {
    await close?.();
    await mongod?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('what waits for a suspended server does not wait until that goes on, nor as long as the driver alone would (R4)', async () => {
    const patient = await MongoClient.connect(mongod.uri, {
      heartbeatFrequencyMS: 1_000,
      connectTimeoutMS: 20_000,
    });
    process.kill(mongod.pid, 'SIGSTOP');
    try {
      let hasWaitedLonger = true;
      const patiently = patient
        .db('away-test')
        .collection('things')
        .insertOne({})
        .catch(() => undefined)
        .then(() => {
          hasWaitedLonger = false;
        });
      // The server may answer a few before it is suspended.
      const untilRejected = async (send: () => Promise<unknown>): Promise<never> => {
        for (;;) await send();
      };
      let id = 100;
      const insert = (session?: ClientSession) =>
        things.insertMany([{ _id: ++id }], session ? { session } : {});
      const requested = [
        // The driver repeats no such write.
        untilRejected(() => things.deleteMany({ _id: { $lt: 0 } })),
        untilRejected(() => insert()),
        untilRejected(() => things.findById(1).lean()),
        untilRejected(() => inTransaction(connection, insert)),
      ];
      for (const response of await Promise.allSettled(requested)) {
        assert.ok(response.status === 'rejected');
        assert.equal(toErrorInfo(response.reason).code, 'SERVICE_UNAVAILABLE', String(response.reason));
      }
      assert.ok(hasWaitedLonger);
      process.kill(mongod.pid, 'SIGCONT');
      await patiently;
    } finally {
      process.kill(mongod.pid, 'SIGCONT');
      await patient.close();
    }
    await eventually(() => things.insertMany([{ _id: 12 }]));
  });

  it('requests in flight when it is killed, and those sent afterwards, are 503 and not 500, also across the bus (G4)', async () => {
    const writes = async (first: number): Promise<void> => {
      for (let id = first; ; id += 1) await things.insertMany([{ _id: id }]);
    };
    const underWay = Array.from({ length: 8 }, (_, at) => writes((at + 1) * 1_000_000));
    process.kill(mongod.pid, 'SIGKILL');
    await mongod.ended;
    const requested = [
      ...underWay,
      ...Array.from({ length: 4 }, () => things.insertMany([{ _id: 2 }, { _id: 3 }])),
      inTransaction(connection, (session) => things.insertMany([{ _id: 4 }], { session })),
      things.bulkWrite([{ deleteOne: { filter: { _id: 1 } } }]),
      things.deleteOne({ _id: 1 }),
      things.findById(1).lean(),
      things.distinct('_id'),
    ];
    const bus = new BusErrorRegenerator();
    bus.init(new ServiceBroker({ logger: false }));
    const names = new Set<string>();
    for (const [at, response] of (await Promise.allSettled(requested)).entries()) {
      assert.equal(response.status, 'rejected', `call ${at} had a response`);
      const { reason } = response;
      names.add(reason.name);
      assert.equal(toErrorInfo(reason).code, 'SERVICE_UNAVAILABLE', `${reason.name}: ${reason.message}`);
      const crossed = bus.restore(JSON.parse(JSON.stringify(bus.extractPlainError(reason))), {
        sender: 'other-node',
        ver: '5',
      });
      assert.deepEqual(toErrorInfo(crossed), toErrorInfo(reason));
    }
    // The question is put rightly: this is the name the driver gives to what ends a bulk write, whatever it
    // was.
    assert.ok(names.has('MongoBulkWriteError'), [...names].join());
  });
});
