/** Tests of the job queue on a real database: commits, retries, leases, lanes, several workers. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { databasePrefix, dropDatabases, mongodbUri } from '../../../test/test-servers.ts';
import { type Database, inTransaction, openDatabase, prepareModels } from '../database/mongo.ts';
import { apiError } from '../errors/errors.ts';
import { JobQueue } from './job-queue.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the job queue of a service', () => {
  const prefix = databasePrefix('jobs');
  let database: Database;
  const workers: JobQueue[] = [];
  const FAST: ConstructorParameters<typeof JobQueue>[1] = {
    leaseMs: 1_500,
    pollMs: 10,
    retryDelayMs: () => 30,
  };

  beforeAll(async () => {
    database = await openDatabase(mongodbUri(), prefix, 'jobs');
    new JobQueue(database.connection);
    await prepareModels(database.connection);
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await database.close();
    await dropDatabases(prefix);
  });

  /** A worker of its own, as on another node. */
  function worker(kind: string, work: (subject: string) => Promise<void>, options = FAST): JobQueue {
    const made = new JobQueue(database.connection, options);
    made.register(kind, work, { keepDone: true });
    workers.push(made);
    made.start();
    return made;
  }
  const add = (jobs: JobQueue, kind: string, subject: string, lane = subject, turn = 1) =>
    inTransaction(database.connection, (session) => jobs.add(session, { kind, subject, lane, turn }));
  const until = (jobs: JobQueue, kind: string, subject: string, state: string): Promise<number> =>
    eventually(async () => {
      const job = (await jobs.findBySubjects(kind, [subject])).get(subject);
      assert.equal(job?.state, state, `${kind} ${subject}`);
      return job?.attempts ?? 0;
    });

  it('a job of a kind without history is removed once it is done, and not before', async () => {
    let tries = 0;
    const jobs = new JobQueue(database.connection, FAST);
    const work = async () => {
      tries += 1;
      if (tries === 1) throw apiError('SERVICE_UNAVAILABLE', 'Away.');
    };
    jobs.register('once', work);
    workers.push(jobs);
    jobs.start();
    await add(jobs, 'once', 'a');
    await eventually(async () => assert.equal((await jobs.findBySubjects('once', ['a'])).size, 0));
    assert.equal(tries, 2);
  });

  it('does what was asked for once it is committed, and says so', async () => {
    const done: string[] = [];
    const jobs = worker('plain', async (subject) => void done.push(subject));
    const job = await add(jobs, 'plain', 'a');
    assert.deepEqual(
      { ...job, id: '' },
      { id: '', kind: 'plain', subject: 'a', state: 'queued', attempts: 0, last_error: null },
    );
    assert.equal(await until(jobs, 'plain', 'a', 'done'), 1);
    await assert.rejects(
      inTransaction(database.connection, async (session) => {
        await jobs.add(session, { kind: 'plain', subject: 'b', lane: 'b', turn: 1 });
        throw new Error('the change is off');
      }),
    );
    await pause(100);
    assert.deepEqual(done, ['a']);
  });

  it('retries a failed job, records the error, and succeeds in the end (R-175)', async () => {
    let calls = 0;
    const jobs = worker(
      'often',
      async () => {
        calls += 1;
        if (calls === 1) throw apiError('SERVICE_UNAVAILABLE', 'away');
        if (calls === 2) throw apiError('NAME_TAKEN', 'The name is taken.');
        if (calls === 3) throw new Error('secret inside');
      },
      { ...FAST, retryDelayMs: () => 400 },
    );
    const seen = new Set<string>();
    await add(jobs, 'often', 'x');
    const result: string[] = [];
    await eventually(
      async () => {
        const job = (await jobs.findBySubjects('often', ['x'])).get('x');
        if (job?.last_error) seen.add(`${job.state === 'running' ? '-' : job.state} ${job.last_error.code}`);
        result.push(JSON.stringify(job));
        return job?.state === 'done';
      },
      { every: 5 },
    );
    assert.doesNotMatch(result.join(), /secret/);
    const job = (await jobs.findBySubjects('often', ['x'])).get('x');
    assert.deepEqual([job?.state, job?.attempts, job?.last_error], ['done', 4, null]);
    for (const result of ['queued SERVICE_UNAVAILABLE', 'failed NAME_TAKEN', 'failed INTERNAL_ERROR'])
      assert.ok(seen.has(result), result);
  });

  it('two workers never do one job at once, and share many', async () => {
    const running = new Set<string>();
    const done: string[] = [];
    const work = async (subject: string): Promise<void> => {
      assert.ok(!running.has(subject), `${subject} runs twice`);
      running.add(subject);
      await pause(3);
      running.delete(subject);
      done.push(subject);
    };
    const [one] = [worker('shared', work), worker('shared', work), worker('shared', work)];
    const subjects = Array.from({ length: 30 }, (_, index) => `s${index}`);
    for (const subject of subjects) await add(one, 'shared', subject);
    for (const subject of subjects) await until(one, 'shared', subject, 'done');
    assert.deepEqual(done.toSorted(), subjects.toSorted());
  });

  it('a lane whose first job waits for another attempt goes on, however many came meanwhile', async () => {
    const order: string[] = [];
    let failures = 0;
    const jobs = worker('outage', async (subject) => {
      // Away until a job of another lane has run, which does not wait for this one.
      if (subject === 'o0' && !order.includes('other')) {
        failures += 1;
        throw apiError('SERVICE_UNAVAILABLE', 'Away.');
      }
      order.push(subject);
    });
    await add(jobs, 'outage', 'o0', 'way', 0);
    await eventually(async () => assert.ok(failures > 0));
    const later = Array.from({ length: 50 }, (_, index) => `o${index + 1}`);
    await inTransaction(database.connection, async (session) => {
      for (const [index, subject] of later.entries())
        await jobs.add(session, { kind: 'outage', subject, lane: 'way', turn: index + 1 });
    });
    await add(jobs, 'outage', 'other', 'another way');
    await until(jobs, 'outage', 'o50', 'done');
    assert.deepEqual(order, ['other', 'o0', ...later]);
  });

  it('jobs of one lane run in order, one after the other; a rejected one does not block the next', async () => {
    const order: string[] = [];
    let running = 0;
    const work = async (subject: string): Promise<void> => {
      running += 1;
      assert.equal(running, 1);
      await pause(5);
      running -= 1;
      if (subject === 'l2' && !order.includes('l3')) throw apiError('NAME_TAKEN', 'not yet');
      order.push(subject);
    };
    const [one] = [worker('lane', work), worker('lane', work)];
    // In one transaction: a worker that looked between two of them would rightly begin with what is there.
    await inTransaction(database.connection, async (session) => {
      for (const turn of [3, 2, 1])
        await one.add(session, { kind: 'lane', subject: `l${turn}`, lane: 'page', turn });
    });
    for (const turn of [1, 2, 3]) await until(one, 'lane', `l${turn}`, 'done');
    assert.ok(order.indexOf('l1') < order.indexOf('l3'));
    assert.equal(order.at(-1), 'l2');
  });

  it('the job of a dead worker is taken over after its lease, and its late result is ignored (R1)', async () => {
    let release = (): void => undefined;
    const dead = new JobQueue(database.connection, { ...FAST, leaseMs: 800 });
    // A process that hangs renews nothing: without its timers only the lease tells.
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    const realInterval = globalThis.setInterval;
    const begun = new Promise<void>((resolve) => {
      const work = () => {
        resolve();
        return stuck;
      };
      dead.register('crash', work, { keepDone: true });
    });
    workers.push(dead);
    try {
      await add(dead, 'crash', 'c');
      globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
        const timer = realInterval(...args);
        clearInterval(timer);
        return timer;
      }) as typeof setInterval;
      dead.start();
      // Until the work is under way: only then has the worker asked for its timer.
      await begun;
      globalThis.setInterval = realInterval;
      const done: string[] = [];
      const successor = worker('crash', async (subject) => void done.push(subject));
      assert.equal(await until(successor, 'crash', 'c', 'done'), 2);
      release();
      await dead.stop();
      assert.deepEqual(done, ['c']);
      assert.equal((await successor.findBySubjects('crash', ['c'])).get('c')?.attempts, 2);
    } finally {
      globalThis.setInterval = realInterval;
      release();
    }
  });

  it('a long job keeps its lease', async () => {
    let calls = 0;
    const work = async (): Promise<void> => {
      calls += 1;
      await pause(2_400);
    };
    const [one] = [
      worker('long', work, { ...FAST, leaseMs: 800 }),
      worker('long', work, { ...FAST, leaseMs: 800 }),
    ];
    await add(one, 'long', 'x');
    assert.equal(await until(one, 'long', 'x', 'done'), 1);
    assert.equal(calls, 1);
  });

  it('can be requested again', async () => {
    let calls = 0;
    const jobs = worker('again', async () => {
      calls += 1;
    });
    await add(jobs, 'again', 'x');
    await until(jobs, 'again', 'x', 'done');
    await assert.rejects(add(jobs, 'again', 'x'));
    const requested = await inTransaction(database.connection, (session) =>
      jobs.requeue(session, 'again', 'x'),
    );
    assert.equal(requested?.state, 'queued');
    await until(jobs, 'again', 'x', 'done');
    assert.equal(calls, 2);
    assert.equal(
      await inTransaction(database.connection, (session) => jobs.requeue(session, 'again', 'unknown')),
      null,
    );
  });

  it('measures how long the oldest unfinished job waits, and how many were rejected', async () => {
    const other = await openDatabase(mongodbUri(), prefix, 'measured');
    const jobs = new JobQueue(other.connection, FAST);
    await prepareModels(other.connection);
    const measured = async (metric: string) =>
      (await jobs.measure()).find((measurement) => measurement.metric === metric)?.value ?? -1;
    assert.equal(await measured('css_jobs_lag_seconds'), 0);
    assert.equal(await measured('css_jobs_failed'), 0);
    await inTransaction(other.connection, (session) =>
      jobs.add(session, { kind: 'late', subject: 'a', lane: 'a', turn: 1 }),
    );
    const first = await eventually(async () => (await measured('css_jobs_lag_seconds')) || null);
    await eventually(async () => (await measured('css_jobs_lag_seconds')) > first);
    jobs.register('late', async () => {
      throw apiError('NOT_FOUND', 'Gone.');
    });
    workers.push(jobs);
    jobs.start();
    await eventually(async () => (await measured('css_jobs_failed')) === 1);
    await jobs.stop();
    await other.close();
  });
});
