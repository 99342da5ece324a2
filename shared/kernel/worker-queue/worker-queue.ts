/**
 * Tasks on one worker thread, off the event loop: one at a time, fairly among owners. A worker that
 * takes too long, or whose task is cancelled, is replaced.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { apiError } from '../errors/errors.ts';
import { hasSystemCode } from '../errors/system-code.ts';
import { FairQueue } from './fair-queue.ts';

export interface TaskRequester {
  quotaOwner: string;
  /** Aborted when the caller no longer waits for the result. */
  signal: AbortSignal;
}

/** The sentences of SERVICE_UNAVAILABLE, by what happened to the task. */
interface WorkerQueueMessages {
  queueFull: string;
  timedOut: string;
  workerExited: string;
  cancelled: string;
}

interface WorkerQueueSettings {
  /** A module that posts one result for each message. */
  workerFile: URL;
  messages: WorkerQueueMessages;
  /** How long one task may take, in milliseconds: many times the worst one on a busy machine. */
  maxTaskMs?: number;
  /** Default: the limits of Node. */
  memory?: ResourceLimits;
}

const MAX_TASK_MS = 12_000;
const IDLE_MS = 10_000;
const STOPPING = 'The service is shutting down. Try again in a few seconds.';

interface PendingTask<Task, Result> {
  task: Task;
  resolve(result: Result): void;
  reject(error: Error): void;
}

const notDoneError = (why: string): Error => apiError('SERVICE_UNAVAILABLE', why);

export class WorkerQueue<Task, Result> {
  readonly #queue = new FairQueue<PendingTask<Task, Result>>();
  readonly #messages: WorkerQueueMessages;
  readonly #maxTaskMs: number;
  readonly #workerFile: URL;
  readonly #memory: ResourceLimits;
  #worker: Worker | null = null;
  /** The task that the worker is doing. */
  #current: PendingTask<Task, Result> | null = null;
  #timeoutTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor({ workerFile, messages, maxTaskMs = MAX_TASK_MS, memory = {} }: WorkerQueueSettings) {
    this.#workerFile = workerFile;
    this.#messages = messages;
    this.#maxTaskMs = maxTaskMs;
    this.#memory = memory;
  }

  /** Tasks that wait or are being done. */
  get size(): number {
    return this.#queue.size + (this.#current ? 1 : 0);
  }

  /** @throws SERVICE_UNAVAILABLE; an error that the worker throws, unchanged */
  async run(task: Task, { quotaOwner, signal }: TaskRequester): Promise<Result> {
    if (signal.aborted) throw notDoneError(this.#messages.cancelled);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const job: PendingTask<Task, Result> = { task, resolve, reject };
    if (!this.#queue.add(quotaOwner, job)) throw notDoneError(this.#messages.queueFull);
    const cancel = (): void => {
      this.#queue.remove(quotaOwner, job);
      job.reject(notDoneError(this.#messages.cancelled));
      if (this.#current === job) this.#replaceWorker(notDoneError(this.#messages.cancelled));
    };
    signal.addEventListener('abort', cancel, { once: true });
    this.#runNext();
    return promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Ends the worker; waiting tasks are rejected. */
  async stop(): Promise<void> {
    for (let job = this.#queue.next(); job; job = this.#queue.next()) job.reject(notDoneError(STOPPING));
    await this.#stopWorker(notDoneError(STOPPING));
  }

  #runNext(): void {
    if (this.#current) return;
    const job = this.#queue.next();
    if (!job) return;
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#current = job;
    const timedOut = (): void => this.#replaceWorker(notDoneError(this.#messages.timedOut));
    this.#timeoutTimer = setTimeout(timedOut, this.#maxTaskMs);
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

  #takeCurrent(): PendingTask<Task, Result> | null {
    if (this.#timeoutTimer) clearTimeout(this.#timeoutTimer);
    const job = this.#current;
    this.#current = null;
    return job;
  }

  #startWorker(): Worker {
    const worker = new Worker(this.#workerFile, { resourceLimits: this.#memory });
    worker.on('message', (result: Result) => {
      if (this.#worker !== worker) return;
      this.#takeCurrent()?.resolve(result);
      this.#runNext();
      if (this.#current) return;
      this.#idleTimer = setTimeout(() => void this.#stopWorker(notDoneError(STOPPING)), IDLE_MS);
      this.#idleTimer.unref();
    });
    // A crash rejects only the current task. Any other error is a defect and is passed on unchanged.
    const replace = (reason: Error): void => {
      if (this.#worker === worker) this.#replaceWorker(reason);
    };
    const exited = notDoneError(this.#messages.workerExited);
    worker.on('error', (error) => replace(hasSystemCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? exited : error));
    worker.on('exit', () => replace(exited));
    // An idle worker does not keep the process running.
    worker.unref();
    return worker;
  }
}
