import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { databasePrefix, mongodbUri } from '../../../test/back-ends.ts';
import { person, refusal } from '../../../test/service-node.ts';
import { type Database, inTransaction, openDatabase, prepareModels } from '../database/mongo.ts';
import { fail, readError } from '../errors.ts';
import type { CallingProcess } from './calling-process.fixture.ts';
import { type Asked, type Claim, FirstAnswers, giveAgain, packAnswer } from './first-answers.ts';

/** Long enough for a renewal on a machine with much else to do. */
const TIMES = { leaseMs: 1_500, renewMs: 250 };
const NEVER = 3_600_000;

describe('G22: first answers', () => {
  const prefix = databasePrefix('first');
  let database: Database;
  let connection: Connection;
  let answers: FirstAnswers;
  beforeAll(async () => {
    database = await openDatabase(mongodbUri(), prefix, 'kernel');
    connection = database.connection;
    // Calls that these tests give up are not kept alive.
    answers = new FirstAnswers(connection, { renewMs: NEVER });
    await prepareModels(connection);
  });
  const processes: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of processes) child.kill('SIGKILL');
    await answers.stop();
    await connection.dropDatabase();
    await database.close();
  });

  let keys = 0;
  const ask = (key = `key ${++keys}`, request = 'digest'): Asked => ({
    action: 'things.create',
    by: person({ id: 1, granted: ['project:create'] }),
    key,
    target: 'POST /api/things',
    request,
  });
  const claimOf = async (asked: Asked): Promise<Claim> => {
    const claimed = await answers.claim(asked);
    assert.ok('claim' in claimed, 'it was claimed by nobody else');
    return claimed.claim;
  };
  const packed = (body: unknown): Buffer => packAnswer(body) ?? Buffer.alloc(0);
  const code = async (asking: Promise<unknown>): Promise<string> => (await refusal(asking)).code;
  /** A process that has claimed the request, and how it says something. */
  async function callingProcess(asked: Asked): Promise<ChildProcess> {
    const given: CallingProcess = { uri: mongodbUri(), prefix, asked, times: TIMES };
    const child = fork(new URL('calling-process.fixture.ts', import.meta.url), [JSON.stringify(given)]);
    processes.push(child);
    assert.equal(await saidBy(child), 'claimed');
    return child;
  }
  const saidBy = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];
  /** Takes a request over as soon as its call is believed to be dead; gives how long that took. */
  async function takeOver(asked: Asked): Promise<{ claim: Claim; tookMs: number }> {
    const began = performance.now();
    for (;;) {
      const found = await answers.claim(asked).catch(async (error: unknown) => {
        assert.equal(readError(error).code, 'IDEMPOTENCY_IN_PROGRESS');
        await pause(20);
      });
      if (found && 'claim' in found) return { claim: found.claim, tookMs: performance.now() - began };
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
        await answers.keep(session, claim, packed({ id: 1 }));
        throw new Error('the change is rolled back');
      }),
    );
    assert.equal(await code(answers.claim(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await inTransaction(connection, (session) => answers.keep(session, claim, packed({ id: 2 })));
    const again = await answers.claim(asked);
    assert.deepEqual('first' in again && giveAgain(again.first), { id: 2 });
  });

  it('a call that died is taken over, and should it wake up, nothing it did is committed', async () => {
    const asked = ask();
    const dead = await claimOf(asked);
    await lapse();
    const alive = await claimOf(asked);
    assert.equal(
      await code(inTransaction(connection, (session) => answers.keep(session, dead, packed(1)))),
      'IDEMPOTENCY_IN_PROGRESS',
    );
    await answers.failed(dead, fail('NAME_TAKEN', 'late'));
    await answers.keep(null, alive, packed({ by: 'the second' }));
    const again = await answers.claim(asked);
    assert.deepEqual('first' in again && giveAgain(again.first), { by: 'the second' });
  });

  it('R11: a call that lasts longer than a lease keeps its claim until it ends, and costs nothing after', async () => {
    const process = new FirstAnswers(connection, TIMES);
    const asked = ask();
    const found = await process.claim(asked);
    assert.ok('claim' in found);
    await pause(2 * TIMES.leaseMs);
    assert.equal(await code(answers.claim(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await process.answered(found.claim, { id: 3 });
    const again = await answers.claim(asked);
    assert.deepEqual('first' in again && giveAgain(again.first), { id: 3 });
    const leases = () => connection.collection('first_answer_leases').find().toArray();
    const last = await leases();
    await pause(3 * TIMES.renewMs);
    assert.deepEqual(await leases(), last, 'nothing is renewed for a call that has ended');
    await process.stop();
  });

  it('R11: a renewal does not disturb the transaction of a change that takes longer than a lease', async () => {
    const process = new FirstAnswers(connection, TIMES);
    const found = await process.claim(ask());
    assert.ok('claim' in found);
    let runs = 0;
    await inTransaction(connection, async (session) => {
      runs += 1;
      await connection.collection('things').insertOne({ slow: true }, { session });
      await pause(TIMES.leaseMs);
      await process.keep(session, found.claim, packed({ id: 4 }));
    });
    assert.equal(runs, 1);
    await process.stop();
  });

  it('R11: what a killed process was doing, however long, is free within one lease', async () => {
    const asked = ask();
    const child = await callingProcess(asked);
    await pause(2 * TIMES.leaseMs);
    assert.equal(await code(answers.claim(asked)), 'IDEMPOTENCY_IN_PROGRESS', 'it is kept alive');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await takeOver(asked);
  });

  it('R11: a process that slept while its call was taken over commits nothing of it', async () => {
    const asked = ask();
    const child = await callingProcess(asked);
    child.send('work');
    assert.equal(await saidBy(child), 'written');
    child.kill('SIGSTOP');
    const { claim } = await takeOver(asked);
    const said: unknown[] = [];
    child.on('message', (one) => said.push(one));
    child.send('go on');
    child.kill('SIGCONT');
    await once(child, 'disconnect');
    assert.equal(said.at(-1), 'IDEMPOTENCY_IN_PROGRESS');
    assert.equal(await connection.collection('things').countDocuments({ by: child.pid }), 0);
    await answers.keep(null, claim, packed({ by: 'the second' }));
    const again = await answers.claim(asked);
    assert.deepEqual('first' in again && giveAgain(again.first), { by: 'the second' });
  });

  it('R11: nobody waits for a call that fell asleep between its answer and its commit', async () => {
    const asked = ask();
    const asleep = await claimOf(asked);
    await lapse();
    await inTransaction(connection, async (session) => {
      await answers.keep(session, asleep, packed({ by: 'the first' }));
      // One that waited for the commit, which comes after it, would never end.
      assert.equal(await code(answers.claim(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    });
    const again = await answers.claim(asked);
    assert.deepEqual('first' in again && giveAgain(again.first), { by: 'the first' });
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
    await inTransaction(connection, (session) => answers.hold(session, claim));
    await lapse();
    assert.equal(await code(answers.claim(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await answers.failed(claim, new Error('the other service did not answer'));
    assert.equal(await code(answers.claim(asked)), 'IDEMPOTENCY_IN_PROGRESS');
    await inTransaction(connection, (session) => answers.release(session, claim));
    await claimOf(asked);
  });

  it('keeps the errors that would come again, and no others', async () => {
    for (const kept of ['NAME_TAKEN', 'NOT_FOUND', 'MARKUP_ERRORS', 'ENDPOINT_CLOSED', 'PAYLOAD_TOO_LARGE'] as const) {
      const asked = ask();
      const claim = await claimOf(asked);
      await answers.failed(claim, fail(kept, 'as it was', { metadata: { existingId: 7 }, status: 409 }));
      const again = await answers.claim(asked);
      assert.ok('first' in again, kept);
      const { detail, extras, status } = await refusal(Promise.resolve().then(() => giveAgain(again.first)));
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
      await answers.failed(await claimOf(asked), fail(open, 'try again'));
      await claimOf(asked);
    }
    const asked = ask();
    await answers.failed(await claimOf(asked), new TypeError('a defect of ours'));
    await claimOf(asked);
  });

  it('after a day the key is new, also before the database has swept it', async () => {
    const asked = ask();
    await answers.keep(null, await claimOf(asked), packed({ id: 1 }));
    await connection.collection('first_answers').updateMany({}, { $set: { at: new Date(Date.now() - 86_400_001) } });
    await claimOf({ ...asked, request: 'another digest' });
  });

  it('an answer too large to be kept leaves the request open', async () => {
    const asked = ask();
    const noise = randomBytes(60_000).toString('base64');
    await answers.answered(await claimOf(asked), { noise });
    await claimOf(asked);
    assert.equal(packAnswer({ noise: randomBytes(4_000_000).toString('base64') }), null);
  });

  it('an answer too large to be kept: its change is committed by one call all the same', async () => {
    const asked = ask();
    const dead = await claimOf(asked);
    await lapse();
    const alive = await claimOf(asked);
    const conclude = (claim: Claim) => inTransaction(connection, (session) => answers.keep(session, claim, null));
    assert.equal(await code(conclude(dead)), 'IDEMPOTENCY_IN_PROGRESS');
    await conclude(alive);
    await claimOf(asked);
  });
});
