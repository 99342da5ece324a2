/**
 * Reads markup without holding up other requests: a megabyte made to be slow takes half a second, so long texts go to a
 * thread of their own (hardening A5: the event loop is never blocked for long), one at a time, each owner in turn. What nobody
 * waits for any more is not read, and a thread that is at it, or at one text for too long, is replaced. The thread comes when
 * it is needed and goes when it has nothing to do.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { apiError } from '../errors/errors.ts';
import { FairQueue } from './fair-queue.ts';
import { type ParseResult, type ParseTask, parseText, type ReportResult, type ReportTask, reportText } from './markup-tasks.ts';

export type ReaderTask = ReportTask | ParseTask;
export type ReaderResult = { kind: 'report'; result: ReportResult } | { kind: 'parse'; result: ParseResult };

/** For whom a text is read. */
export interface ReadRequester {
  /** Requesters take turns by it. */
  quotaOwner: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** The text was not read; sent again it may be. */
const notReadError = (why: string): Error => apiError('SERVICE_UNAVAILABLE', why);

const QUEUE_FULL = 'Too much markup is queued for parsing. Try again in a few seconds.';
const TIMED_OUT = 'Parsing the markup took too long. Try again in a few seconds, or send it in smaller parts.';
const WORKER_EXITED = 'Parsing the markup was interrupted. Try again in a few seconds, or send it in smaller parts.';
const CANCELLED = 'The request was cancelled before the markup was parsed.';
const STOPPING = 'The service is shutting down. Try again in a few seconds.';

/** Read at once: at worst some milliseconds. */
const MAX_INLINE_LENGTH = 20_000;
const IDLE_MS = 10_000;
/** Many times what the worst text takes on a busy machine. */
const MAX_READ_MS = 12_000;
const WORKER_FILE = new URL('./markup-worker.ts', import.meta.url);

/** What tests set otherwise. */
interface ReaderSettings {
  /** How long a thread may be at one text. */
  maxReadMs?: number;
  /** What it runs. */
  workerFile?: URL;
  /** The memory it may take; default: what Node gives a thread. */
  memory?: ResourceLimits;
}

interface PendingRead {
  task: ReaderTask;
  resolve(answer: ReaderResult): void;
  reject(error: Error): void;
}

export class MarkupReader {
  readonly #queue = new FairQueue<PendingRead>();
  readonly #maxReadMs: number;
  readonly #workerFile: URL;
  readonly #memory: ResourceLimits;
  #worker: Worker | null = null;
  /** What the thread is reading. */
  #current: PendingRead | null = null;
  #timeoutTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor({ maxReadMs = MAX_READ_MS, workerFile = WORKER_FILE, memory = {} }: ReaderSettings = {}) {
    this.#maxReadMs = maxReadMs;
    this.#workerFile = workerFile;
    this.#memory = memory;
  }

  /** @throws SERVICE_UNAVAILABLE */
  async report(text: string, existingAddresses: readonly string[] | null, requester: ReadRequester): Promise<ReportResult> {
    const task: ReportTask = { kind: 'report', text, existingAddresses };
    if (text.length <= MAX_INLINE_LENGTH) return reportText(task);
    const answer = await this.#enqueue(task, requester);
    if (answer.kind !== 'report') throw new Error('the markup worker returned the wrong kind of result');
    return answer.result;
  }

  /** @throws SERVICE_UNAVAILABLE */
  async parse(text: string, requester: ReadRequester): Promise<ParseResult> {
    const task: ParseTask = { kind: 'parse', text };
    if (text.length <= MAX_INLINE_LENGTH) return parseText(task);
    const answer = await this.#enqueue(task, requester);
    if (answer.kind !== 'parse') throw new Error('the markup worker returned the wrong kind of result');
    return answer.result;
  }

  /** Nothing to do: the thread comes when it is needed. */
  start(): void {}

  /** Ends the thread; what it was asked fails. */
  async stop(): Promise<void> {
    for (let job = this.#queue.next(); job; job = this.#queue.next()) job.reject(notReadError(STOPPING));
    await this.#stopWorker(notReadError(STOPPING));
  }

  async #enqueue(task: ReaderTask, { quotaOwner, signal }: ReadRequester): Promise<ReaderResult> {
    if (signal.aborted) throw notReadError(CANCELLED);
    const { promise, resolve, reject } = Promise.withResolvers<ReaderResult>();
    const job: PendingRead = { task, resolve, reject };
    if (!this.#queue.add(quotaOwner, job)) throw notReadError(QUEUE_FULL);
    const leave = (): void => {
      this.#queue.remove(quotaOwner, job);
      job.reject(notReadError(CANCELLED));
      if (this.#current === job) this.#replaceWorker(notReadError(CANCELLED));
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#runNext();
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Gives the thread what is next, if it has nothing to do. */
  #runNext(): void {
    if (this.#current) return;
    const job = this.#queue.next();
    if (!job) return;
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#current = job;
    this.#timeoutTimer = setTimeout(() => this.#replaceWorker(notReadError(TIMED_OUT)), this.#maxReadMs);
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(job.task);
  }

  #replaceWorker(reason: Error): void {
    void this.#stopWorker(reason);
    this.#runNext();
  }

  /** From here on a new question gets a new thread. */
  async #stopWorker(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#takeCurrent()?.reject(reason);
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    await worker?.terminate();
  }

  /** The thread has nothing to do any more. @returns what it was reading */
  #takeCurrent(): PendingRead | null {
    if (this.#timeoutTimer) clearTimeout(this.#timeoutTimer);
    const job = this.#current;
    this.#current = null;
    return job;
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#workerFile, { resourceLimits: this.#memory });
    worker.on('message', (answer: ReaderResult) => {
      if (this.#worker !== worker) return;
      this.#takeCurrent()?.resolve(answer);
      this.#runNext();
      if (this.#current) return;
      this.#idleTimer = setTimeout(() => void this.#stopWorker(notReadError(STOPPING)), IDLE_MS);
      this.#idleTimer.unref();
    });
    // One that ends by itself fails what it was reading and nothing else. An error of the parser stays one of ours.
    const die = (reason: Error): void => {
      if (this.#worker === worker) this.#replaceWorker(reason);
    };
    worker.on('error', (error) => die(isOutOfMemory(error) ? notReadError(WORKER_EXITED) : error));
    worker.on('exit', () => die(notReadError(WORKER_EXITED)));
    // A process that wants to end does not wait for a thread without work.
    worker.unref();
    return worker;
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
