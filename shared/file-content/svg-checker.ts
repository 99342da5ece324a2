/**
 * Checks SVG files within a limit of size: small ones at once, others on a worker thread, so that no drawing delays
 * other requests. The rules are in `svg-content.ts`.
 */
import { type TaskRequester, WorkerQueue } from '../kernel/worker-queue/worker-queue.ts';
import { findSvgFault } from './svg-content.ts';

/** Larger drawings are PDF or DXF. */
const MAX_SVG_BYTES = 2 * 1024 * 1024;
/** Checked on this thread: a few milliseconds at worst. */
const MAX_INLINE_BYTES = 10_000;

const MESSAGES = {
  queueFull: 'Too many SVG files are waiting to be checked. Try again in a few seconds.',
  timedOut: 'Checking an SVG file took too long. Try again in a few seconds, or send it as PDF or DXF.',
  workerExited: 'Checking an SVG file was interrupted. Try again in a few seconds.',
  cancelled: 'The request was cancelled before its SVG files were checked.',
};

export class SvgChecker {
  readonly #queue = new WorkerQueue<Uint8Array, string | null>({
    workerFile: new URL('./svg-worker.ts', import.meta.url),
    messages: MESSAGES,
  });

  /**
   * @param read reads the bytes, at most 2 MB; not called for a larger file
   * @returns the fault as the end of a sentence; null when there is none
   * @throws SERVICE_UNAVAILABLE when too many files wait; the error of `read`
   */
  async findFault(
    size: number,
    read: () => Promise<Uint8Array>,
    requester: TaskRequester,
  ): Promise<string | null> {
    if (size > MAX_SVG_BYTES)
      return 'is larger than 2 MB, which an SVG file may have; send larger drawings as PDF or DXF';
    const bytes = await read();
    return bytes.length <= MAX_INLINE_BYTES ? findSvgFault(bytes) : this.#queue.run(bytes, requester);
  }

  /** Ends the worker; waiting files are rejected. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }
}
