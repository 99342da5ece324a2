/**
 * Writer of documents off the event loop, fairly among owners (`../worker-queue/worker-queue.ts`): Word files on a worker
 * thread, PDFs, whose typesetter is native code, in a process of their own. Each is started on demand, does one document at a
 * time, and ends when it is idle.
 */
import type { ResourceLimits } from 'node:worker_threads';
import type { DocumentFormat } from '../../documents/document-formats.ts';
import type { DocumentTask } from '../../documents/document-task.ts';
import { ChildWorker } from '../worker-queue/child-worker.ts';
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
/** The typesetter takes 250 MB for 2,000 clauses. */
const MAX_PROCESS_BYTES = 640 * 1_024 * 1_024;

/** Settings for tests. */
interface WriterSettings {
  maxTaskMs?: number;
  maxProcessBytes?: number;
  processFile?: URL;
}

export class DocumentWriter {
  readonly #queues: Readonly<Record<DocumentFormat, WorkerQueue<DocumentTask, Uint8Array>>>;

  constructor({
    maxTaskMs = MAX_TASK_MS,
    maxProcessBytes: maxBytes = MAX_PROCESS_BYTES,
    processFile = new URL('./document-process.ts', import.meta.url),
  }: WriterSettings = {}) {
    this.#queues = {
      docx: new WorkerQueue({
        workerFile: new URL('./document-worker.ts', import.meta.url),
        messages: MESSAGES,
        maxTaskMs,
        memory: MEMORY,
      }),
      pdf: new WorkerQueue({
        workerFile: processFile,
        messages: MESSAGES,
        maxTaskMs,
        start: (file) => new ChildWorker(file, { maxBytes }),
      }),
    };
  }

  /** The bytes of the document. @throws SERVICE_UNAVAILABLE */
  write(task: DocumentTask, requester: TaskRequester): Promise<Uint8Array> {
    return this.#queues[task.format].run(task, requester);
  }

  /** The workers start when they are needed. */
  start(): void {}

  /** Ends the workers; waiting documents are rejected. */
  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#queues).map((queue) => queue.stop()));
  }
}
