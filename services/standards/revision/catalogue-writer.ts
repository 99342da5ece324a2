/**
 * Catalogues in OSCAL off the event loop, fairly among owners: that of 10,000 clauses is 10 MB and takes a quarter of a
 * second. The worker answers its JSON, which is sent as it is. Short ones are written on the calling thread.
 */
import { type TaskRequester, WorkerQueue } from '../../../shared/kernel/worker-queue/worker-queue.ts';
import { type CatalogueHead, writeCatalogue } from '../../../shared/oscal/write-catalogue.ts';
import type { JsonObject } from '../../../shared/rest-client/json.ts';
import type { OutlineContent } from '../../../shared/revisioning/outline/content-hash.ts';

export interface CatalogueTask {
  head: CatalogueHead;
  content: OutlineContent;
}

const MESSAGES = {
  queueFull: 'Too many catalogues are being written. Try again in a few seconds.',
  timedOut: 'Writing the catalogue took too long. Try again in a few seconds.',
  workerExited: 'Writing the catalogue was interrupted. Try again in a few seconds.',
  cancelled: 'The request was cancelled before the catalogue was written.',
};
/** So many elements and fields, with as many characters, are written on this thread: about ten milliseconds. */
const MAX_INLINE_ROWS = 400;
const MAX_INLINE_CHARACTERS = 400_000;

export class CatalogueWriter {
  readonly #queue = new WorkerQueue<CatalogueTask, string>({
    workerFile: new URL('./catalogue-worker.ts', import.meta.url),
    messages: MESSAGES,
  });

  /** The catalogue as an object, a long one as JSON. @throws SERVICE_UNAVAILABLE */
  async write(task: CatalogueTask, requester: TaskRequester): Promise<{ catalog: JsonObject } | string> {
    return isShort(task.content) ? writeCatalogue(task.head, task.content) : this.#queue.run(task, requester);
  }

  /** Ends the worker; waiting catalogues are rejected. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }
}

const isShort = ({ elements, fields }: OutlineContent): boolean =>
  elements.length + fields.length <= MAX_INLINE_ROWS &&
  elements.reduce((sum, { toc_content, content }) => sum + toc_content.length + content.length, 0) <=
    MAX_INLINE_CHARACTERS;
