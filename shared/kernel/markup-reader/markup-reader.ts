/**
 * Markup parser on a worker thread: reports on, parses or compares long texts off the event loop, one at a time,
 * fairly among owners (hardening A5). Short texts are parsed at once. A worker that takes too long, or
 * whose text is cancelled, is replaced.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { diffLines, type LineDiff } from '../../text/line-diff.ts';
import { apiError } from '../errors/errors.ts';
import { hasSystemCode } from '../errors/system-code.ts';
import type { Measurement } from '../metrics/metric-declarations.ts';
import { FairQueue } from './fair-queue.ts';
import {
  type DiffTask,
  type ParseResult,
  type ParseTask,
  parseText,
  type ReportResult,
  type ReportTask,
  validateText,
} from './markup-tasks.ts';

export type ReaderTask = ReportTask | ParseTask | DiffTask;
export type ReaderResult =
  | { kind: 'report'; result: ReportResult }
  | { kind: 'parse'; result: ParseResult }
  | { kind: 'diff'; result: LineDiff };

export interface ReadRequester {
  quotaOwner: string;
  /** Aborted when the caller no longer waits for the result. */
  signal: AbortSignal;
}

const notReadError = (why: string): Error => apiError('SERVICE_UNAVAILABLE', why);

const QUEUE_FULL = 'Too much markup is queued for parsing. Try again in a few seconds.';
const TIMED_OUT =
  'Parsing the markup took too long. Try again in a few seconds, or send it in smaller parts.';
const WORKER_EXITED =
  'Parsing the markup was interrupted. Try again in a few seconds, or send it in smaller parts.';
const CANCELLED = 'The request was cancelled before the markup was parsed.';
const STOPPING = 'The service is shutting down. Try again in a few seconds.';

/** Shorter texts are parsed on this thread: a few milliseconds at worst. */
const MAX_INLINE_LENGTH = 20_000;
const IDLE_MS = 10_000;
/** Many times the worst text on a busy machine. */
const MAX_READ_MS = 12_000;
const WORKER_FILE = new URL('./markup-worker.ts', import.meta.url);

/** Settings for tests. */
interface ReaderSettings {
  maxReadMs?: number;
  workerFile?: URL;
  /** Default: the limits of Node. */
  memory?: ResourceLimits;
}

interface PendingRead {
  task: ReaderTask;
  resolve(result: ReaderResult): void;
  reject(error: Error): void;
}

export class MarkupReader {
  readonly #queue = new FairQueue<PendingRead>();
  readonly #maxReadMs: number;
  readonly #workerFile: URL;
  readonly #memory: ResourceLimits;
  #worker: Worker | null = null;
  /** The text that the worker is parsing. */
  #current: PendingRead | null = null;
  #timeoutTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor({ maxReadMs = MAX_READ_MS, workerFile = WORKER_FILE, memory = {} }: ReaderSettings = {}) {
    this.#maxReadMs = maxReadMs;
    this.#workerFile = workerFile;
    this.#memory = memory;
  }

  /** @throws SERVICE_UNAVAILABLE */
  async report(
    text: string,
    existingAddresses: readonly string[] | null,
    requester: ReadRequester,
  ): Promise<ReportResult> {
    const task: ReportTask = { kind: 'report', text, existingAddresses };
    if (text.length <= MAX_INLINE_LENGTH) return validateText(task);
    const result = await this.#enqueue(task, requester);
    if (result.kind !== 'report') throw new Error('the markup worker returned the wrong kind of result');
    return result.result;
  }

  /** @throws SERVICE_UNAVAILABLE */
  async parse(text: string, requester: ReadRequester): Promise<ParseResult> {
    const task: ParseTask = { kind: 'parse', text };
    if (text.length <= MAX_INLINE_LENGTH) return parseText(task);
    const result = await this.#enqueue(task, requester);
    if (result.kind !== 'parse') throw new Error('the markup worker returned the wrong kind of result');
    return result.result;
  }

  /** The line differences of two texts. @throws SERVICE_UNAVAILABLE */
  async diff(from: string, to: string, requester: ReadRequester): Promise<LineDiff> {
    if (from.length + to.length <= MAX_INLINE_LENGTH) return diffLines(from, to);
    const result = await this.#enqueue({ kind: 'diff', from, to }, requester);
    if (result.kind !== 'diff') throw new Error('the markup worker returned the wrong kind of result');
    return result.result;
  }

  /** The worker starts when it is needed. */
  start(): void {}

  measure(): Measurement[] {
    return [{ metric: 'css_markup_queue_length', value: this.#queue.size + (this.#current ? 1 : 0) }];
  }

  /** Ends the worker; queued texts are rejected. */
  async stop(): Promise<void> {
    for (let job = this.#queue.next(); job; job = this.#queue.next()) job.reject(notReadError(STOPPING));
    await this.#stopWorker(notReadError(STOPPING));
  }

  async #enqueue(task: ReaderTask, { quotaOwner, signal }: ReadRequester): Promise<ReaderResult> {
    if (signal.aborted) throw notReadError(CANCELLED);
    const { promise, resolve, reject } = Promise.withResolvers<ReaderResult>();
    const job: PendingRead = { task, resolve, reject };
    if (!this.#queue.add(quotaOwner, job)) throw notReadError(QUEUE_FULL);
    const cancel = (): void => {
      this.#queue.remove(quotaOwner, job);
      job.reject(notReadError(CANCELLED));
      if (this.#current === job) this.#replaceWorker(notReadError(CANCELLED));
    };
    signal.addEventListener('abort', cancel, { once: true });
    this.#runNext();
    return promise.finally(() => signal.removeEventListener('abort', cancel));
  }

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

  async #stopWorker(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#takeCurrent()?.reject(reason);
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    await worker?.terminate();
  }

  #takeCurrent(): PendingRead | null {
    if (this.#timeoutTimer) clearTimeout(this.#timeoutTimer);
    const job = this.#current;
    this.#current = null;
    return job;
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#workerFile, { resourceLimits: this.#memory });
    worker.on('message', (result: ReaderResult) => {
      if (this.#worker !== worker) return;
      this.#takeCurrent()?.resolve(result);
      this.#runNext();
      if (this.#current) return;
      this.#idleTimer = setTimeout(() => void this.#stopWorker(notReadError(STOPPING)), IDLE_MS);
      this.#idleTimer.unref();
    });
    // A crash rejects only the current text. An error of the parser is a defect and is passed on unchanged.
    const replace = (reason: Error): void => {
      if (this.#worker === worker) this.#replaceWorker(reason);
    };
    worker.on('error', (error) =>
      replace(hasSystemCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? notReadError(WORKER_EXITED) : error),
    );
    worker.on('exit', () => replace(notReadError(WORKER_EXITED)));
    // An idle worker does not keep the process running.
    worker.unref();
    return worker;
  }
}
