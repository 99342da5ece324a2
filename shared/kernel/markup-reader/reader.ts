/**
 * Reads markup without holding up other requests: a megabyte made to be slow takes half a second, so long texts go to a
 * thread of their own (hardening A5: the event loop is never blocked for long), one at a time, each owner in turn. What nobody
 * waits for any more is not read, and a thread that is at it, or at one text for too long, is replaced. The thread comes when
 * it is needed and goes when it has nothing to do.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { fail } from '../errors.ts';
import { type ParseOutcome, type ParseTask, parseText, type ReportOutcome, type ReportTask, reportText } from './reader-task.ts';
import { ReadingQueue } from './reading-queue.ts';

export type Task = ReportTask | ParseTask;
export type Answer = { kind: 'report'; outcome: ReportOutcome } | { kind: 'parse'; outcome: ParseOutcome };

/** For whom a text is read. */
export interface Requester {
  /** Whose turn it is. */
  owner: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** The text was not read; sent again it may be. */
const unread = (why: string): Error => fail('SERVICE_UNAVAILABLE', why);

const BUSY = 'Too much markup waits to be read. Send it again in a few seconds.';
const TOO_LONG = 'Reading the markup took too long. Send it again in a few seconds, or in smaller parts.';
const DIED = 'Reading the markup broke off. Send it again in a few seconds, or in smaller parts.';
const NOBODY_WAITS = 'Nobody waits for this markup to be read any more.';
const STOPPED = 'The service stops. Send the markup again in a few seconds.';

/** Read at once: at worst some milliseconds. */
const SHORT = 20_000;
const IDLE_MS = 10_000;
/** Many times what the worst text takes on a busy machine. */
const LONGEST_MS = 12_000;
const THREAD = new URL('./reader-thread.ts', import.meta.url);

/** What tests set otherwise. */
interface Settings {
  /** How long a thread may be at one text. */
  longestMs?: number;
  /** What it runs. */
  thread?: URL;
  /** The memory it may take; default: what Node gives a thread. */
  memory?: ResourceLimits;
}

interface Job {
  task: Task;
  answer(answer: Answer): void;
  fail(error: Error): void;
}

export class MarkupReader {
  readonly #queue = new ReadingQueue<Job>();
  readonly #longestMs: number;
  readonly #thread: URL;
  readonly #memory: ResourceLimits;
  #worker: Worker | null = null;
  /** What the thread is reading. */
  #current: Job | null = null;
  #limit: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor({ longestMs = LONGEST_MS, thread = THREAD, memory = {} }: Settings = {}) {
    this.#longestMs = longestMs;
    this.#thread = thread;
    this.#memory = memory;
  }

  /** @throws SERVICE_UNAVAILABLE */
  async report(text: string, standing: readonly string[] | null, requester: Requester): Promise<ReportOutcome> {
    const task: ReportTask = { kind: 'report', text, standing };
    if (text.length <= SHORT) return reportText(task);
    const answer = await this.#ask(task, requester);
    if (answer.kind !== 'report') throw new Error('the markup thread answered another question');
    return answer.outcome;
  }

  /** @throws SERVICE_UNAVAILABLE */
  async parse(text: string, requester: Requester): Promise<ParseOutcome> {
    const task: ParseTask = { kind: 'parse', text };
    if (text.length <= SHORT) return parseText(task);
    const answer = await this.#ask(task, requester);
    if (answer.kind !== 'parse') throw new Error('the markup thread answered another question');
    return answer.outcome;
  }

  /** Nothing to do: the thread comes when it is needed. */
  start(): void {}

  /** Ends the thread; what it was asked fails. */
  async stop(): Promise<void> {
    for (let job = this.#queue.next(); job; job = this.#queue.next()) job.fail(unread(STOPPED));
    await this.#end(unread(STOPPED));
  }

  async #ask(task: Task, { owner, signal }: Requester): Promise<Answer> {
    if (signal.aborted) throw unread(NOBODY_WAITS);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const job: Job = { task, answer: resolve, fail: reject };
    if (!this.#queue.add(owner, job)) throw unread(BUSY);
    const leave = (): void => {
      this.#queue.remove(owner, job);
      job.fail(unread(NOBODY_WAITS));
      if (this.#current === job) this.#replace(unread(NOBODY_WAITS));
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#next();
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Gives the thread what is next, if it has nothing to do. */
  #next(): void {
    if (this.#current) return;
    const job = this.#queue.next();
    if (!job) return;
    if (this.#idle) clearTimeout(this.#idle);
    this.#current = job;
    this.#limit = setTimeout(() => this.#replace(unread(TOO_LONG)), this.#longestMs);
    this.#worker ??= this.#start();
    this.#worker.postMessage(job.task);
  }

  #replace(reason: Error): void {
    void this.#end(reason);
    this.#next();
  }

  /** From here on a new question gets a new thread. */
  async #end(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#finish()?.fail(reason);
    if (this.#idle) clearTimeout(this.#idle);
    await worker?.terminate();
  }

  /** The thread has nothing to do any more. @returns what it was reading */
  #finish(): Job | null {
    if (this.#limit) clearTimeout(this.#limit);
    const job = this.#current;
    this.#current = null;
    return job;
  }

  #start(): Worker {
    const worker = new Worker(this.#thread, { resourceLimits: this.#memory });
    worker.on('message', (answer: Answer) => {
      if (this.#worker !== worker) return;
      this.#finish()?.answer(answer);
      this.#next();
      if (this.#current) return;
      this.#idle = setTimeout(() => void this.#end(unread(STOPPED)), IDLE_MS);
      this.#idle.unref();
    });
    // One that ends by itself fails what it was reading and nothing else. An error of the parser stays one of ours.
    const die = (reason: Error): void => {
      if (this.#worker === worker) this.#replace(reason);
    };
    worker.on('error', (error) => die(isOutOfMemory(error) ? unread(DIED) : error));
    worker.on('exit', () => die(unread(DIED)));
    // A process that wants to end does not wait for a thread without work.
    worker.unref();
    return worker;
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
