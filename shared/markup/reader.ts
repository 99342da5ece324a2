/**
 * Reads markup without holding up other requests: a megabyte made to be slow takes half a second, so long texts go to a
 * thread of their own (hardening A5: the event loop is never blocked for long), one at a time, each owner in turn. What nobody
 * waits for any more is not read, and a thread that is at it, or at one text for too long, is replaced. The thread comes when
 * it is needed and goes when it has nothing to do.
 */
import { Worker } from 'node:worker_threads';
import { type ParseOutcome, type ParseTask, parseText, type ReportOutcome, type ReportTask, reportText } from './reader-task.ts';
import { ReadingQueue } from './reading-queue.ts';

export type Task = ReportTask | ParseTask;
export type Answer = { kind: 'report'; outcome: ReportOutcome } | { kind: 'parse'; outcome: ParseOutcome };

/** For whom a text is read. */
export interface Asker {
  /** Whose turn it is. */
  owner: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** The text was not read; sent again it may be. It has the members of an error of ours (`kernel/errors.ts`), also across the bus. */
export class NotRead extends Error {
  readonly type = 'SERVICE_UNAVAILABLE';
  readonly code = 503;
}

const BUSY = 'Too much markup waits to be read. Send it again in a few seconds.';
const TOO_LONG = 'Reading the markup took too long. Send it again in a few seconds, or in smaller parts.';
const NOBODY_WAITS = 'Nobody waits for this markup to be read any more.';
const STOPPED = 'The service stops. Send the markup again in a few seconds.';

/** Read at once: at worst some milliseconds. */
const SHORT = 20_000;
const IDLE_MS = 10_000;
/** Many times what the worst text takes on a busy machine. */
const LONGEST_MS = 12_000;
const THREAD = new URL('./reader-thread.ts', import.meta.url);

interface Job {
  task: Task;
  answer(answer: Answer): void;
  fail(error: Error): void;
}

export class MarkupReader {
  readonly #queue = new ReadingQueue<Job>();
  readonly #longestMs: number;
  readonly #thread: URL;
  #worker: Worker | null = null;
  /** What the thread is reading. */
  #current: Job | null = null;
  #limit: NodeJS.Timeout | null = null;
  #idle: NodeJS.Timeout | null = null;

  /**
   * @param longestMs how long a thread may be at one text
   * @param thread what it runs; both for tests
   */
  constructor(longestMs = LONGEST_MS, thread = THREAD) {
    this.#longestMs = longestMs;
    this.#thread = thread;
  }

  /** @throws NotRead */
  async report(text: string, standing: readonly string[] | null, asker: Asker): Promise<ReportOutcome> {
    const task: ReportTask = { kind: 'report', text, standing };
    if (text.length <= SHORT) return reportText(task);
    const answer = await this.#ask(task, asker);
    if (answer.kind !== 'report') throw new Error('the markup thread answered another question');
    return answer.outcome;
  }

  /** @throws NotRead */
  async parse(text: string, asker: Asker): Promise<ParseOutcome> {
    const task: ParseTask = { kind: 'parse', text };
    if (text.length <= SHORT) return parseText(task);
    const answer = await this.#ask(task, asker);
    if (answer.kind !== 'parse') throw new Error('the markup thread answered another question');
    return answer.outcome;
  }

  /** Nothing to do: the thread comes when it is needed. */
  start(): void {}

  /** Ends the thread; what it was asked fails. */
  async stop(): Promise<void> {
    for (let job = this.#queue.next(); job; job = this.#queue.next()) job.fail(new NotRead(STOPPED));
    await this.#end(new NotRead(STOPPED));
  }

  async #ask(task: Task, { owner, signal }: Asker): Promise<Answer> {
    if (signal.aborted) throw new NotRead(NOBODY_WAITS);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const job: Job = { task, answer: resolve, fail: reject };
    if (!this.#queue.add(owner, job)) throw new NotRead(BUSY);
    const leave = (): void => {
      this.#queue.remove(owner, job);
      job.fail(new NotRead(NOBODY_WAITS));
      if (this.#current === job) this.#replace(new NotRead(NOBODY_WAITS));
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
    this.#limit = setTimeout(() => this.#replace(new NotRead(TOO_LONG)), this.#longestMs);
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
    const worker = new Worker(this.#thread);
    worker.on('message', (answer: Answer) => {
      if (this.#worker !== worker) return;
      this.#finish()?.answer(answer);
      this.#next();
      if (this.#current) return;
      this.#idle = setTimeout(() => void this.#end(new NotRead(STOPPED)), IDLE_MS);
      this.#idle.unref();
    });
    // One that ends by itself fails what it was reading and nothing else.
    worker.on('error', (error: Error) => {
      if (this.#worker === worker) this.#replace(error);
    });
    // A process that wants to end does not wait for a thread without work.
    worker.unref();
    return worker;
  }
}
