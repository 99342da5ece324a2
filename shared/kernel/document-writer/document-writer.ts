/**
 * Writer of documents off the event loop, fairly among owners (`../worker-queue/worker-queue.ts`): Word files on a worker
 * thread, PDFs, whose typesetter is native code, in a process of their own. Each is started on demand, does one document at a
 * time, and ends when it is idle.
 */
import type { ResourceLimits } from 'node:worker_threads';
import type { DocumentFormat } from '../../documents/document-formats.ts';
import type { DocumentTask } from '../../documents/document-task.ts';
import { apiError, hasErrorCode } from '../errors/errors.ts';
import { ChildWorker } from '../worker-queue/child-worker.ts';
import { type TaskRequester, WorkerQueue } from '../worker-queue/worker-queue.ts';

const MESSAGES = {
  queueFull: 'Too many documents are being written. Try again in a few seconds.',
  timedOut:
    'Writing the document took too long. Try again in a few seconds; a Word file (format=docx) takes less.',
  workerExited: 'Writing the document was interrupted. Try again in a few seconds.',
  cancelled: 'The request was cancelled before the document was written.',
};

/** The longest standard, 10,000 clauses, takes a few seconds on a free processor. */
const MAX_TASK_MS = 25_000;
/** Ten times what 2,000 clauses need. */
const MEMORY: ResourceLimits = { maxOldGenerationSizeMb: 1_024 };
/** The process takes 150 MB for 1,900 clauses, of which the typesetter has 115; that grows by 45 MB with each thousand. */
const MAX_PROCESS_BYTES = 640 * 1_024 * 1_024;
/**
 * One thread with one heap: more take a quarter more memory, and a writer has one processor of its service anyway. Large
 * pieces of memory are taken from the system and given back: in the heap they take up to 40 MB more, by chance.
 */
const TYPESETTER = { RAYON_NUM_THREADS: '1', MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' };

const tooLarge = (maxBytes: number) => (): Error =>
  apiError(
    'PAYLOAD_TOO_LARGE',
    'This document is too large for a PDF: typesetting it takes too much memory. Ask for the Word file (format=docx).',
    { metadata: { limit: maxBytes } },
  );

/** Settings; all but `log` for tests. */
interface WriterSettings {
  /** Gets a line for each document that could not be written; no text of it is in there. */
  log?: (line: string) => void;
  maxTaskMs?: number;
  maxProcessBytes?: number;
  processFile?: URL;
}

export class DocumentWriter {
  readonly #queues: Readonly<Record<DocumentFormat, WorkerQueue<DocumentTask, Uint8Array>>>;

  constructor({
    log = () => undefined,
    maxTaskMs = MAX_TASK_MS,
    maxProcessBytes: maxBytes = MAX_PROCESS_BYTES,
    processFile = new URL('./document-process.ts', import.meta.url),
  }: WriterSettings = {}) {
    const onFailure = (task: DocumentTask, reason: Error): void => log(describeFailure(task, reason));
    this.#queues = {
      docx: new WorkerQueue({
        workerFile: new URL('./document-worker.ts', import.meta.url),
        messages: MESSAGES,
        maxTaskMs,
        memory: MEMORY,
        onFailure,
      }),
      pdf: new WorkerQueue({
        workerFile: processFile,
        messages: MESSAGES,
        maxTaskMs,
        start: (file) => new ChildWorker(file, { maxBytes, tooLarge: tooLarge(maxBytes), env: TYPESETTER }),
        onFailure,
      }),
    };
  }

  /** The bytes of the document. @throws SERVICE_UNAVAILABLE, PAYLOAD_TOO_LARGE */
  write(task: DocumentTask, requester: TaskRequester): Promise<Uint8Array> {
    return this.#queues[task.format].run(task, requester);
  }

  /** Ends the workers; waiting documents are rejected. */
  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#queues).map((queue) => queue.stop()));
  }
}

/** The message of an error that is not ours may have texts of the document. */
function describeFailure({ format, source: { kind, head } }: DocumentTask, reason: Error): string {
  const isOurs = hasErrorCode(reason, 'SERVICE_UNAVAILABLE') || hasErrorCode(reason, 'PAYLOAD_TOO_LARGE');
  return `the ${format} of ${kind} ${head.id}, revision ${head.revision.id}, was not written: ${isOurs ? reason.message : reason.name}`;
}
