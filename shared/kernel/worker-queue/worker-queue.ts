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

/** What a worker tells the queue. */
export interface WorkerListeners<Result> {
  message(result: Result): void;
  error(error: Error): void;
  exit(): void;
}

/** What the queue uses of a worker: a thread, or a process (`child-worker.ts`). */
export interface QueueWorker<Result> {
  postMessage(task: unknown): void;
  terminate(): Promise<unknown>;
  /** Lets this process end while the worker is idle. */
  unref(): void;
  listen(listeners: WorkerListeners<Result>): void;
}

interface WorkerQueueSettings<Task, Result> {
  /** A module that posts one result for each message. */
  workerFile: URL;
  /** How a worker of the file is started; default: as a thread. */
  start?: (file: URL, memory: ResourceLimits) => QueueWorker<Result>;
  messages: WorkerQueueMessages;
  /** How long one task may take, in milliseconds: many times the worst one on a busy machine. */
  maxTaskMs?: number;
  /** Default: the limits of Node. */
  memory?: ResourceLimits;
  /** Told of a task that took too long or ended its worker. */
  onFailure?: (task: Task, reason: Error) => void;
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

function startThread<Result>(file: URL, resourceLimits: ResourceLimits): QueueWorker<Result> {
  const thread = new Worker(file, { resourceLimits });
  return {
    postMessage: (task) => thread.postMessage(task),
    terminate: () => thread.terminate(),
    unref: () => thread.unref(),
    listen({ message, error, exit }) {
      thread.on('message', message);
      thread.on('error', error);
      thread.on('exit', exit);
    },
  };
}

export class WorkerQueue<Task, Result> {
  readonly #queue = new FairQueue<PendingTask<Task, Result>>();
  readonly #messages: WorkerQueueMessages;
  readonly #maxTaskMs: number;
  readonly #workerFile: URL;
  readonly #memory: ResourceLimits;
  readonly #onFailure: (task: Task, reason: Error) => void;
  readonly #start: (file: URL, memory: ResourceLimits) => QueueWorker<Result>;
  #worker: QueueWorker<Result> | null = null;
  /** The task that the worker is doing. */
  #current: PendingTask<Task, Result> | null = null;
  #timeoutTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor({
    workerFile,
    messages,
    maxTaskMs = MAX_TASK_MS,
    memory = {},
    start = startThread,
    onFailure = () => undefined,
  }: WorkerQueueSettings<Task, Result>) {
    this.#start = start;
    this.#onFailure = onFailure;
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
    const timedOut = (): void => this.#fail(notDoneError(this.#messages.timedOut));
    this.#timeoutTimer = setTimeout(timedOut, this.#maxTaskMs);
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(job.task);
  }

  #fail(reason: Error): void {
    if (this.#current) this.#onFailure(this.#current.task, reason);
    this.#replaceWorker(reason);
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

  #startWorker(): QueueWorker<Result> {
    const worker = this.#start(this.#workerFile, this.#memory);
    // A crash rejects only the current task. Any other error is a defect and is passed on unchanged.
    const replace = (reason: Error): void => {
      if (this.#worker === worker) this.#fail(reason);
    };
    const exited = notDoneError(this.#messages.workerExited);
    worker.listen({
      message: (result) => {
        if (this.#worker !== worker) return;
        this.#takeCurrent()?.resolve(result);
        this.#runNext();
        if (this.#current) return;
        this.#idleTimer = setTimeout(() => void this.#stopWorker(notDoneError(STOPPING)), IDLE_MS);
        this.#idleTimer.unref();
      },
      error: (error) => replace(hasSystemCode(error, 'ERR_WORKER_OUT_OF_MEMORY') ? exited : error),
      exit: () => replace(exited),
    });
    // An idle worker does not keep the process running.
    worker.unref();
    return worker;
  }
}
