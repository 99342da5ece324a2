/** Records of the job queue: their collection, and a job as its users see it. */
import type { Lease } from '../database/lease.ts';
import { defineCollection } from '../database/records.ts';

const JOB_STATES = ['queued', 'running', 'done', 'failed'] as const;
/** `failed`: the last attempt was rejected; it is retried later all the same. */
export type JobState = (typeof JOB_STATES)[number];

export interface JobFailure {
  code: string;
  message: string;
}

export interface Job {
  id: string;
  kind: string;
  /** One job per kind and subject. */
  subject: string;
  state: JobState;
  /** Attempts since it was last queued. */
  attempts: number;
  last_error: JobFailure | null;
}

export interface JobRecord {
  _id: string;
  kind: string;
  subject: string;
  /** Jobs of one lane run one after the other, in the order of `turn`. */
  lane: string;
  turn: number;
  state: JobState;
  attempts: number;
  last_error: JobFailure | null;
  /** Not started before this. */
  due: Date;
  /** By the clock of the node that queued it, only for the metrics. Jobs of earlier versions have none. */
  queued_at?: Date;
  /** Null unless it is running. */
  lease: Lease | null;
}

/** A job to be queued; one without a lane waits for no other. */
export type NewJob = Pick<JobRecord, 'kind' | 'subject'> & Partial<Pick<JobRecord, 'lane' | 'turn'>>;

export const jobCollection = defineCollection<JobRecord>('jobs', [
  [{ kind: 1, subject: 1 }, { unique: true }],
  [{ state: 1, due: 1 }],
  [{ state: 1, queued_at: 1 }],
  [{ lane: 1, turn: 1 }],
  // However two nodes race, one lane never runs two jobs.
  [{ lane: 1 }, { unique: true, partialFilterExpression: { state: 'running' }, name: 'one_runs_per_lane' }],
]);

export const presentJob = ({ _id, kind, subject, state, attempts, last_error }: JobRecord): Job => ({
  id: _id,
  kind,
  subject,
  state,
  attempts,
  last_error,
});
