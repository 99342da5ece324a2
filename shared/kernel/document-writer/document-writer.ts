/**
 * Writer of documents on a worker thread: a Word file of a long standard takes a second, off the event loop, one at a time
 * and fairly among owners (`../worker-queue/worker-queue.ts`).
 */
import type { ResourceLimits } from 'node:worker_threads';
import type { DocumentTask } from '../../documents/document-task.ts';
import { type TaskRequester, WorkerQueue } from '../worker-queue/worker-queue.ts';

const MESSAGES = {
  queueFull: 'Too many documents are being written. Try again in a few seconds.',
  timedOut: 'Writing the document took too long. Try again in a few seconds.',
  workerExited: 'Writing the document was interrupted. Try again in a few seconds.',
  cancelled: 'The request was cancelled before the document was written.',
};

/** The longest standard, 10,000 clauses, takes a few seconds on a free processor. */
const MAX_TASK_MS = 25_000;
/** Ten times what 2,000 clauses need. */
const MEMORY: ResourceLimits = { maxOldGenerationSizeMb: 1_024 };
const WORKER_FILE = new URL('./document-worker.ts', import.meta.url);

export class DocumentWriter {
  readonly #queue: WorkerQueue<DocumentTask, Uint8Array>;

  /** @param settings for tests */
  constructor({
    maxTaskMs = MAX_TASK_MS,
    memory = MEMORY,
  }: { maxTaskMs?: number; memory?: ResourceLimits } = {}) {
    this.#queue = new WorkerQueue({ workerFile: WORKER_FILE, messages: MESSAGES, maxTaskMs, memory });
  }

  /** The bytes of the document. @throws SERVICE_UNAVAILABLE */
  write(task: DocumentTask, requester: TaskRequester): Promise<Uint8Array> {
    return this.#queue.run(task, requester);
  }

  /** The worker starts when it is needed. */
  start(): void {}

  /** Ends the worker; waiting documents are rejected. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }
}
