/** Tests of the store of results by `Idempotency-Key`, also when the process of a call is killed or suspended. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { personPrincipal } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { databasePrefix, mongodbUri } from '../../../test/test-servers.ts';
import { type Database, inTransaction, openDatabase, prepareModels } from '../database/mongo.ts';
import { apiError, toErrorInfo } from '../errors/errors.ts';
import type { CallingProcessInput } from './calling-process.fixture.ts';
import {
  compressResult,
  type IdempotencyLock,
  IdempotencyStore,
  type IdempotentRequest,
  replay,
} from './store.ts';

/** Long enough for a process to start on a machine with much else to do. */
const TIMEOUT_MS = 3_000;

describe('the idempotency store (G22)', () => {
  const prefix = databasePrefix('idempotency');
  let database: Database;
  let connection: Connection;
  let store: IdempotencyStore;
  beforeAll(async () => {
    database = await openDatabase(mongodbUri(), prefix, 'kernel');
    connection = database.connection;
    store = new IdempotencyStore(connection);
    await prepareModels(connection);
  });
  const processes: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of processes) child.kill('SIGKILL');
    await connection.dropDatabase();
    await database.close();
  });

  let keys = 0;
  const newRequest = (key = `key ${++keys}`, request = 'digest'): IdempotentRequest => ({
    action: 'things.create',
    by: personPrincipal({ id: 1, granted: ['project:create'] }),
    key,
    target: 'POST /api/things',
    request,
    timeoutMs: TIMEOUT_MS,
  });
  const lockOf = async (request: IdempotentRequest): Promise<IdempotencyLock> => {
    const acquired = await store.acquire(request);
    assert.ok('lock' in acquired, 'no other call has stored a result');
    return acquired.lock;
  };
  const compressed = (body: unknown): Buffer => compressResult(body) ?? Buffer.alloc(0);
  const code = async (asking: Promise<unknown>): Promise<string> => (await expectRejection(asking)).code;
  /** A process that has locked the request. */
  async function callingProcess(request: IdempotentRequest): Promise<ChildProcess> {
    const given: CallingProcessInput = { uri: mongodbUri(), prefix, request };
    const child = fork(new URL('calling-process.fixture.ts', import.meta.url), [JSON.stringify(given)]);
    processes.push(child);
    assert.equal(await saidBy(child), 'locked');
    return child;
  }
  const saidBy = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];
  /** Takes a request over as soon as the time of its call is over. */
  async function takeOver(request: IdempotentRequest): Promise<IdempotencyLock> {
    const began = performance.now();
    for (;;) {
      const acquired = await store.acquire(request).catch(async (error: unknown) => {
        assert.equal(toErrorInfo(error).code, 'IDEMPOTENCY_IN_PROGRESS');
        await pause(20);
      });
      if (acquired && 'lock' in acquired) return acquired.lock;
      assert.ok(performance.now() - began < 20_000, 'it is never free');
    }
  }
  /** What a process that died leaves behind, long enough ago. */
  const lapse = () =>
    connection
      .collection('idempotency_results')
      .updateMany({}, { $set: { until: new Date(Date.now() - 1) } });

  it('the response stands or falls with the change it tells of (hardening B1)', async () => {
    const request = newRequest();
    const lock = await lockOf(request);
    await assert.rejects(
      inTransaction(connection, async (session) => {
        await store.complete(session, lock, compressed({ id: 1 }));
        throw new Error('the change is rolled back');
      }),
    );
    assert.equal(await code(store.acquire(request)), 'IDEMPOTENCY_IN_PROGRESS');
    await inTransaction(connection, (session) => store.complete(session, lock, compressed({ id: 2 })));
    const again = await store.acquire(request);
    assert.deepEqual('stored' in again && replay(again.stored), { id: 2 });
  });

  it('a call that died is taken over, and should it wake up, nothing it did is committed', async () => {
    const request = newRequest();
    const dead = await lockOf(request);
    await lapse();
    const alive = await lockOf(request);
    assert.equal(
      await code(inTransaction(connection, (session) => store.complete(session, dead, compressed(1)))),
      'IDEMPOTENCY_IN_PROGRESS',
    );
    await store.recordError(dead, apiError('NAME_TAKEN', 'late'));
    await store.complete(null, alive, compressed({ by: 'the second' }));
    const again = await store.acquire(request);
    assert.deepEqual('stored' in again && replay(again.stored), { by: 'the second' });
  });

  it('the request of a killed process is free when the time of its call is over, not before (R11)', async () => {
    const request = newRequest();
    const child = await callingProcess(request);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await code(store.acquire(request)), 'IDEMPOTENCY_IN_PROGRESS');
    await takeOver(request);
  });

  it('a process that slept while its call was taken over commits nothing of it (R11)', async () => {
    const request = newRequest();
    const child = await callingProcess(request);
    child.send('work');
    assert.equal(await saidBy(child), 'written');
    child.kill('SIGSTOP');
    const lock = await takeOver(request);
    const said: unknown[] = [];
    child.on('message', (one) => said.push(one));
    child.send('go on');
    child.kill('SIGCONT');
    await once(child, 'disconnect');
    assert.equal(said.at(-1), 'IDEMPOTENCY_IN_PROGRESS');
    assert.equal(await connection.collection('things').countDocuments({ by: child.pid }), 0);
    await store.complete(null, lock, compressed({ by: 'the second' }));
    const again = await store.acquire(request);
    assert.deepEqual('stored' in again && replay(again.stored), { by: 'the second' });
  });

  it('nobody waits for a call that fell asleep between its response and its commit (R11)', async () => {
    const request = newRequest();
    const asleep = await lockOf(request);
    await lapse();
    await inTransaction(connection, async (session) => {
      await store.complete(session, asleep, compressed({ by: 'the first' }));
      // One that waited for the commit, which comes after it, would never end.
      assert.equal(await code(store.acquire(request)), 'IDEMPOTENCY_IN_PROGRESS');
    });
    const again = await store.acquire(request);
    assert.deepEqual('stored' in again && replay(again.stored), { by: 'the first' });
  });

  it('of many that find a dead call one takes it over', async () => {
    const request = newRequest();
    await lockOf(request);
    await lapse();
    await expectOneSuccess(Array.from({ length: 20 }, () => lockOf(request)));
  });

  it('a change that waits for another service is taken over by nobody until it is released', async () => {
    const request = newRequest();
    const lock = await lockOf(request);
    await inTransaction(connection, (session) => store.suspend(session, lock));
    await lapse();
    assert.equal(await code(store.acquire(request)), 'IDEMPOTENCY_IN_PROGRESS');
    await store.recordError(lock, new Error('the other service did not answer'));
    assert.equal(await code(store.acquire(request)), 'IDEMPOTENCY_IN_PROGRESS');
    await inTransaction(connection, (session) => store.resume(session, lock));
    await lockOf(request);
  });

  it('keeps the errors that would come again, and no others', async () => {
    for (const kept of [
      'NAME_TAKEN',
      'NOT_FOUND',
      'MARKUP_ERRORS',
      'ENDPOINT_CLOSED',
      'PAYLOAD_TOO_LARGE',
    ] as const) {
      const request = newRequest();
      const lock = await lockOf(request);
      await store.recordError(
        lock,
        apiError(kept, 'as it was', { metadata: { existingId: 7 }, status: 409 }),
      );
      const again = await store.acquire(request);
      assert.ok('stored' in again, kept);
      const { detail, extras, status } = await expectRejection(
        Promise.resolve().then(() => replay(again.stored)),
      );
      assert.deepEqual([detail, extras.metadata, status], ['as it was', { existingId: 7 }, 409], kept);
    }
    for (const open of [
      'VALIDATION_ERROR',
      'UNAUTHENTICATED',
      'PERMISSION_DENIED',
      'RATE_LIMITED',
      'SERVICE_UNAVAILABLE',
    ] as const) {
      const request = newRequest();
      await store.recordError(await lockOf(request), apiError(open, 'try again'));
      await lockOf(request);
    }
    const request = newRequest();
    await store.recordError(await lockOf(request), new TypeError('a defect of ours'));
    await lockOf(request);
  });

  it('a suspended request is kept until its change has ended, however long that takes', async () => {
    const request = newRequest();
    const lock = await lockOf(request);
    await inTransaction(connection, (session) => store.suspend(session, lock));
    const stored = await connection
      .collection<{ _id: string; at: Date | null }>('idempotency_results')
      .findOne({ _id: lock.id });
    assert.equal(stored?.at, null, 'nothing for the database to expire');
    assert.equal(await code(store.acquire(request)), 'IDEMPOTENCY_IN_PROGRESS');
    await store.complete(null, lock, compressed({ id: 9 }));
    const again = await store.acquire(request);
    assert.deepEqual('stored' in again && replay(again.stored), { id: 9 });
  });

  it('joining a company does not free a key, leaving one does not open its results (G12)', async () => {
    const request = newRequest();
    const { by } = request;
    await store.complete(null, await lockOf(request), compressed({ id: 10 }));
    const joined = { ...request, by: { ...by, company: { id: 7, name: 'Seven' } } };
    const again = await store.acquire(joined);
    assert.deepEqual(
      'stored' in again && replay(again.stored),
      { id: 10 },
      'the call itself may found the company',
    );
    const inCompany = { ...newRequest(), by: joined.by };
    await store.complete(null, await lockOf(inCompany), compressed({ id: 11 }));
    const afterLeaving = await store.acquire({ ...inCompany, by });
    assert.ok(
      'refused' in afterLeaving && toErrorInfo(afterLeaving.refused).code === 'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('after a day the key is new, also before the database has swept it', async () => {
    const request = newRequest();
    await store.complete(null, await lockOf(request), compressed({ id: 1 }));
    await connection
      .collection('idempotency_results')
      .updateMany({}, { $set: { at: new Date(Date.now() - 86_400_001) } });
    await lockOf({ ...request, request: 'another digest' });
  });

  it('a response too large to be kept leaves the request open', async () => {
    const request = newRequest();
    const noise = randomBytes(60_000).toString('base64');
    await store.recordResult(await lockOf(request), { noise });
    await lockOf(request);
    assert.equal(compressResult({ noise: randomBytes(4_000_000).toString('base64') }), null);
  });

  it('a response too large to be kept: its change is committed by one call all the same', async () => {
    const request = newRequest();
    const dead = await lockOf(request);
    await lapse();
    const alive = await lockOf(request);
    const complete = (lock: IdempotencyLock) =>
      inTransaction(connection, (session) => store.complete(session, lock, null));
    assert.equal(await code(complete(dead)), 'IDEMPOTENCY_IN_PROGRESS');
    await complete(alive);
    await lockOf(request);
  });
});
