import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { expectRejection, person } from '../../../test/service-node.ts';
import { databasePrefix, mongodbUri } from '../../../test/test-servers.ts';
import { type Database, inTransaction, openDatabase, prepareModels } from '../database/mongo.ts';
import { apiError, toErrorInfo } from '../errors/errors.ts';
import type { CallingProcessInput } from './calling-process.fixture.ts';
import { compressResult, type IdempotencyLock, IdempotencyStore, type IdempotentRequest, replay } from './store.ts';

/** Long enough for a process to start on a machine with much else to do. */
const TIMEOUT_MS = 3_000;

describe('G22: first answers', () => {
  const prefix = databasePrefix('first');
  let database: Database;
  let connection: Connection;
  let answers: IdempotencyStore;
  beforeAll(async () => {
    database = await openDatabase(mongodbUri(), prefix, 'kernel');
    connection = database.connection;
    answers = new IdempotencyStore(connection);
    await prepareModels(connection);
  });
  const processes: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of processes) child.kill('SIGKILL');
    await connection.dropDatabase();
    await database.close();
  });

  let keys = 0;
  const ask = (key = `key ${++keys}`, request = 'digest'): IdempotentRequest => ({
    action: 'things.create',
    by: person({ id: 1, granted: ['project:create'] }),
    key,
    target: 'POST /api/things',
    request,
    timeoutMs: TIMEOUT_MS,
  });
  const claimOf = async (asked: IdempotentRequest): Promise<IdempotencyLock> => {
    const claimed = await answers.acquire(asked);
    assert.ok('claim' in claimed, 'it was claimed by nobody else');
    return claimed.claim;
  };
  const packed = (body: unknown): Buffer => compressResult(body) ?? Buffer.alloc(0);
  const code = async (asking: Promise<unknown>): Promise<string> => (await expectRejection(asking)).code;
  /** A process that has claimed the request, and how it says something. */
  async function callingProcess(asked: IdempotentRequest): Promise<ChildProcess> {
    const given: CallingProcessInput = { uri: mongodbUri(), prefix, asked };
    const child = fork(new URL('calling-process.fixture.ts', import.meta.url), [JSON.stringify(given)]);
    processes.push(child);
    assert.equal(await saidBy(child), 'claimed');
    return child;
  }
  const saidBy = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];
  /** Takes a request over as soon as the time of its call is over. */
  async function takeOver(asked: IdempotentRequest): Promise<IdempotencyLock> {
    const began = performance.now();
    for (;;) {
      const found = await answers.acquire(asked).catch(async (error: unknown) => {
        assert.equal(toErrorInfo(error).code, 'IDEMPOTENCY_IN_PROGRESS');
        await pause(20);
      });
      if (found && 'claim' in found) return found.claim;
      assert.ok(performance.now() - began < 20_000, 'it is never free');
    }
  }
  /** What a process that died leaves behind, long enough ago. */
  const lapse = () => connection.collection('first_answers').updateMany({}, { $set: { until: new Date(Date.now() - 1) } });

  it('hardening B1: the answer stands or falls with the change it tells of', async () => {
    const asked = ask();
    const claim = await claimOf(asked);
    await assert.rejects(
      inTransaction(connection, async (session) => {
        await answers.complete(session, claim, packed({ id: 1 }));
        throw new Error('the change is rolled back');
      }),
    );
    assert.equal(await code(answers.acquire(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await inTransaction(connection, (session) => answers.complete(session, claim, packed({ id: 2 })));
    const again = await answers.acquire(asked);
    assert.deepEqual('first' in again && replay(again.first), { id: 2 });
  });

  it('a call that died is taken over, and should it wake up, nothing it did is committed', async () => {
    const asked = ask();
    const dead = await claimOf(asked);
    await lapse();
    const alive = await claimOf(asked);
    assert.equal(
      await code(inTransaction(connection, (session) => answers.complete(session, dead, packed(1)))),
      'IDEMPOTENCY_IN_PROGRESS',
    );
    await answers.recordError(dead, apiError('NAME_TAKEN', 'late'));
    await answers.complete(null, alive, packed({ by: 'the second' }));
    const again = await answers.acquire(asked);
    assert.deepEqual('first' in again && replay(again.first), { by: 'the second' });
  });

  it('R11: the request of a killed process is free when the time of its call is over, not before', async () => {
    const asked = ask();
    const child = await callingProcess(asked);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await code(answers.acquire(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await takeOver(asked);
  });

  it('R11: a process that slept while its call was taken over commits nothing of it', async () => {
    const asked = ask();
    const child = await callingProcess(asked);
    child.send('work');
    assert.equal(await saidBy(child), 'written');
    child.kill('SIGSTOP');
    const claim = await takeOver(asked);
    const said: unknown[] = [];
    child.on('message', (one) => said.push(one));
    child.send('go on');
    child.kill('SIGCONT');
    await once(child, 'disconnect');
    assert.equal(said.at(-1), 'IDEMPOTENCY_IN_PROGRESS');
    assert.equal(await connection.collection('things').countDocuments({ by: child.pid }), 0);
    await answers.complete(null, claim, packed({ by: 'the second' }));
    const again = await answers.acquire(asked);
    assert.deepEqual('first' in again && replay(again.first), { by: 'the second' });
  });

  it('R11: nobody waits for a call that fell asleep between its answer and its commit', async () => {
    const asked = ask();
    const asleep = await claimOf(asked);
    await lapse();
    await inTransaction(connection, async (session) => {
      await answers.complete(session, asleep, packed({ by: 'the first' }));
      // One that waited for the commit, which comes after it, would never end.
      assert.equal(await code(answers.acquire(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    });
    const again = await answers.acquire(asked);
    assert.deepEqual('first' in again && replay(again.first), { by: 'the first' });
  });

  it('of many that find a dead call one takes it over', async () => {
    const asked = ask();
    await claimOf(asked);
    await lapse();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => claimOf(asked)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('a change that waits for another service is taken over by nobody until it is released', async () => {
    const asked = ask();
    const claim = await claimOf(asked);
    await inTransaction(connection, (session) => answers.suspend(session, claim));
    await lapse();
    assert.equal(await code(answers.acquire(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await answers.recordError(claim, new Error('the other service did not answer'));
    assert.equal(await code(answers.acquire(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await inTransaction(connection, (session) => answers.resume(session, claim));
    await claimOf(asked);
  });

  it('keeps the errors that would come again, and no others', async () => {
    for (const kept of ['NAME_TAKEN', 'NOT_FOUND', 'MARKUP_ERRORS', 'ENDPOINT_CLOSED', 'PAYLOAD_TOO_LARGE'] as const) {
      const asked = ask();
      const claim = await claimOf(asked);
      await answers.recordError(claim, apiError(kept, 'as it was', { metadata: { existingId: 7 }, status: 409 }));
      const again = await answers.acquire(asked);
      assert.ok('first' in again, kept);
      const { detail, extras, status } = await expectRejection(Promise.resolve().then(() => replay(again.first)));
      assert.deepEqual([detail, extras.metadata, status], ['as it was', { existingId: 7 }, 409], kept);
    }
    for (const open of [
      'VALIDATION_ERROR',
      'UNAUTHENTICATED',
      'PERMISSION_DENIED',
      'RATE_LIMITED',
      'SERVICE_UNAVAILABLE',
    ] as const) {
      const asked = ask();
      await answers.recordError(await claimOf(asked), apiError(open, 'try again'));
      await claimOf(asked);
    }
    const asked = ask();
    await answers.recordError(await claimOf(asked), new TypeError('a defect of ours'));
    await claimOf(asked);
  });

  it('after a day the key is new, also before the database has swept it', async () => {
    const asked = ask();
    await answers.complete(null, await claimOf(asked), packed({ id: 1 }));
    await connection.collection('first_answers').updateMany({}, { $set: { at: new Date(Date.now() - 86_400_001) } });
    await claimOf({ ...asked, request: 'another digest' });
  });

  it('an answer too large to be kept leaves the request open', async () => {
    const asked = ask();
    const noise = randomBytes(60_000).toString('base64');
    await answers.recordResult(await claimOf(asked), { noise });
    await claimOf(asked);
    assert.equal(compressResult({ noise: randomBytes(4_000_000).toString('base64') }), null);
  });

  it('an answer too large to be kept: its change is committed by one call all the same', async () => {
    const asked = ask();
    const dead = await claimOf(asked);
    await lapse();
    const alive = await claimOf(asked);
    const conclude = (claim: IdempotencyLock) => inTransaction(connection, (session) => answers.complete(session, claim, null));
    assert.equal(await code(conclude(dead)), 'IDEMPOTENCY_IN_PROGRESS');
    await conclude(alive);
    await claimOf(asked);
  });
});
