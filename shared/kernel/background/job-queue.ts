/**
 * Persistent job queue of a service in MongoDB, and its worker. A job is written in the transaction of the change
 * that needs it, leased by one node, one job of a lane at a time, and retried with growing pauses. All times but
 * `queued_at` are those of the database, so that nodes with different clocks agree on leases.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection, QueryFilter } from 'mongoose';
import { LEASE_EXPIRED, Leases } from '../database/lease.ts';
import { isDuplicateKey } from '../database/mongo.ts';
import { Records } from '../database/records.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { type Measurement, secondsSince } from '../metrics/metric-declarations.ts';
import type { BackgroundWork } from './background-work.ts';
import {
  type Job,
  type JobFailure,
  type JobRecord,
  type JobState,
  jobCollection,
  type NewJob,
  presentJob,
} from './job-records.ts';
import { PollLoop } from './poll-loop.ts';

interface JobQueueOptions {
  leaseMs: number;
  pollMs: number;
  /** The pause before the next attempt. @param refused whether the error was a rejection, not an outage */
  retryDelayMs: (attempts: number, refused: boolean) => number;
}

const MINUTE_MS = 60_000;

const DEFAULTS: JobQueueOptions = {
  leaseMs: 30_000,
  pollMs: 1_000,
  // An outage ends soon; after a rejection something has to change first.
  retryDelayMs: (attempts, refused) =>
    Math.min(1_000 * 2 ** Math.min(attempts, 16), refused ? 60 * MINUTE_MS : MINUTE_MS),
};

const MAX_CANDIDATES = 20;

/** The jobs of one service, with their worker. */
export class JobQueue extends Records<JobRecord> implements BackgroundWork {
  readonly #options: JobQueueOptions;
  readonly #handlers = new Map<string, { work: (subject: string) => Promise<void>; keepDone: boolean }>();
  readonly #leases: Leases<JobRecord>;
  readonly #loop: PollLoop;

  constructor(connection: Connection, options: Partial<JobQueueOptions> = {}) {
    super(jobCollection(connection));
    this.#options = { ...DEFAULTS, ...options };
    this.#leases = new Leases(this.model, this.#options.leaseMs);
    this.#loop = new PollLoop(this.#options.pollMs, () => this.#drain());
  }

  /**
   * Registers the work of a kind. It must be repeatable: a process may be killed after the work and before
   * the job is marked as done.
   * @param keepDone whether a finished job is kept, for `findBySubjects` and `requeue`
   */
  register(
    kind: string,
    work: (subject: string) => Promise<void>,
    { keepDone = false }: { keepDone?: boolean } = {},
  ): void {
    this.#handlers.set(kind, { work, keepDone });
  }

  /**
   * Queues a job in the caller's transaction. @throws a duplicate key error when the subject has one already
   */
  async add(
    session: ClientSession,
    { kind, subject, lane = subject, turn = Date.now() }: NewJob,
  ): Promise<Job> {
    const record: JobRecord = {
      _id: randomUUID(),
      kind,
      subject,
      lane,
      turn,
      state: 'queued',
      attempts: 0,
      last_error: null,
      due: new Date(0),
      queued_at: new Date(),
      lease: null,
    };
    await this.insert(session, record);
    this.#loop.runWithin(50);
    return presentJob(record);
  }

  /**
   * Does the work of a queued job immediately, so that the next read sees it. Errors are left to the job, which does it in
   * any case.
   */
  async runNow({ kind, subject }: NewJob): Promise<void> {
    await this.#handlers
      .get(kind)
      ?.work(subject)
      .catch(() => undefined);
  }

  /** Queues an existing job again, unless it is running. Null when there is none. */
  async requeue(session: ClientSession, kind: string, subject: string): Promise<Job | null> {
    const queued = {
      state: 'queued' as const,
      attempts: 0,
      last_error: null,
      due: new Date(0),
      queued_at: new Date(),
    };
    await this.model.updateOne({ kind, subject, state: { $ne: 'running' } }, { $set: queued }, { session });
    const record = await this.findOne({ kind, subject }, session);
    this.#loop.runWithin(50);
    return record && presentJob(record);
  }

  /** The jobs of some subjects, by subject. */
  async findBySubjects(kind: string, subjects: string[]): Promise<Map<string, Job>> {
    const rows = await this.findAll({ kind, subject: { $in: subjects } });
    return new Map(rows.map((row) => [row.subject, presentJob(row)]));
  }

  /** Whether a subject has a job, as the transaction sees it. */
  async has(session: ClientSession, kind: string, subject: string): Promise<boolean> {
    return (await this.findOne({ kind, subject }, session)) !== null;
  }

  start(): void {
    this.#loop.start(0);
  }

  /** Starts no more jobs and waits for the current one. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Age of the oldest unfinished job, and how many were rejected; by indexes. */
  async measure(): Promise<Measurement[]> {
    const [oldest, failed] = await Promise.all([
      this.findOne({ state: { $in: ['queued', 'running'] }, queued_at: { $ne: null } }, null, {
        queued_at: 1,
      }),
      this.model.countDocuments({ state: 'failed' }),
    ]);
    return [
      { metric: 'css_jobs_lag_seconds', value: oldest?.queued_at ? secondsSince(oldest.queued_at) : 0 },
      { metric: 'css_jobs_failed', value: failed },
    ];
  }

  /**
   * An error, such as an unavailable database, changes nothing: leases expire and the next run tries again.
   * @returns whether there was a job to do
   */
  async #drain(): Promise<boolean> {
    let hadJobs = false;
    while (!this.#loop.isStopped) {
      const job = await this.#lease();
      if (!job) break;
      hadJobs = true;
      await this.#leases.renewDuring(this.#ownLease(job), () => this.#run(job));
    }
    return hadJobs;
  }

  /** Leases the next job that is due, of a registered kind. */
  async #lease(): Promise<JobRecord | null> {
    const free: QueryFilter<JobRecord> = {
      $or: [
        { state: { $in: ['queued', 'failed'] }, $expr: { $lte: ['$due', '$$NOW'] } },
        { state: 'running', ...LEASE_EXPIRED },
      ],
    };
    const kind = { $in: [...this.#handlers.keys()] };
    /** Lanes whose next job runs elsewhere or waits for another attempt, so that all its others wait too. */
    const blocked = new Set<string>();
    for (;;) {
      const candidates = await this.findAll(
        { kind, lane: { $nin: [...blocked] }, ...free },
        { sort: { due: 1, turn: 1 }, limit: MAX_CANDIDATES },
      );
      for (const { _id, lane, turn } of candidates) {
        if (blocked.has(lane)) continue;
        // An earlier job of the lane goes first, unless it has failed.
        const earlier = await this.findOne(
          { lane, turn: { $lt: turn }, state: { $in: ['queued', 'running'] } },
          null,
          { turn: 1 },
        );
        const leased = await this.#take({ _id: earlier?._id ?? _id, kind, ...free });
        if (leased) return leased;
        blocked.add(lane);
      }
      if (candidates.length < MAX_CANDIDATES) return null;
    }
  }

  /** Leases a job that matches; null when none does, or another of its lane runs. */
  async #take(filter: QueryFilter<JobRecord>): Promise<JobRecord | null> {
    try {
      return await this.#leases.take(filter, {
        state: 'running',
        attempts: { $add: ['$attempts', 1] },
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return null;
    }
  }

  async #run(job: JobRecord): Promise<void> {
    try {
      const handler = this.#handlers.get(job.kind);
      if (!handler) throw new Error(`no handler is registered for jobs of kind ${job.kind}`);
      await handler.work(job.subject);
      if (handler.keepDone) await this.#finish(job, { state: 'done', last_error: null, due: new Date(0) });
      else await this.model.deleteOne(this.#ownLease(job));
    } catch (error) {
      const { code, detail, status } = toErrorInfo(error);
      const refused = status !== 503;
      const due = { $add: ['$$NOW', this.#options.retryDelayMs(job.attempts, refused)] };
      await this.#finish(job, {
        state: refused ? 'failed' : 'queued',
        last_error: { code, message: detail },
        due,
      });
    }
  }

  /** Matches the job while this worker has its lease. */
  #ownLease({ _id, attempts }: JobRecord) {
    return { _id, state: 'running' as const, ...this.#leases.own, attempts };
  }

  /** Changes nothing when another worker has taken the job over. */
  async #finish(
    job: JobRecord,
    outcome: { state: JobState; last_error: JobFailure | null; due: unknown },
  ): Promise<void> {
    const last_error = outcome.last_error && { $literal: outcome.last_error };
    await this.model.updateOne(
      this.#ownLease(job),
      [{ $set: { state: outcome.state, last_error, due: outcome.due, lease: null } }],
      { updatePipeline: true },
    );
  }
}
