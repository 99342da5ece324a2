/**
 * Spreadsheet files on a worker thread, off the event loop and fairly among owners: workbooks and tables are read there,
 * whatever is in them, and large workbooks written.
 */
import { type TaskRequester, WorkerQueue } from '../../../shared/kernel/worker-queue/worker-queue.ts';
import { type WrittenSheet, writeXlsx } from '../../../shared/spreadsheets/write-xlsx.ts';
import type { ReadFile } from './row-layout.ts';

export type SpreadsheetTask =
  | { kind: 'read'; projectId: number; bytes: Uint8Array }
  | { kind: 'write'; sheets: readonly WrittenSheet[] };

export type SpreadsheetResult =
  | { kind: 'read'; file: ReadFile }
  | { kind: 'unreadable'; message: string }
  | { kind: 'written'; bytes: Uint8Array };

const MESSAGES = {
  queueFull: 'Too many spreadsheets are being read and written. Try again in a few seconds.',
  timedOut: 'The spreadsheet took too long. Try again in a few seconds, or divide it.',
  workerExited: 'The spreadsheet needs too much memory. Divide it.',
  cancelled: 'The request was cancelled before the spreadsheet was done.',
};
/** Fewer cells are written on this thread: a few milliseconds. */
const MAX_INLINE_CELLS = 1_000;

export class SpreadsheetFiles {
  readonly #queue = new WorkerQueue<SpreadsheetTask, SpreadsheetResult>({
    workerFile: new URL('./spreadsheet-worker.ts', import.meta.url),
    messages: MESSAGES,
    memory: { maxOldGenerationSizeMb: 768 },
  });

  /** The rows of a workbook or a table; a sentence where it is neither. @throws SERVICE_UNAVAILABLE */
  async read(projectId: number, bytes: Uint8Array, requester: TaskRequester): Promise<ReadFile | string> {
    const result = await this.#queue.run({ kind: 'read', projectId, bytes }, requester);
    if (result.kind === 'written')
      throw new Error('the spreadsheet worker returned the wrong kind of result');
    return result.kind === 'read' ? result.file : result.message;
  }

  /** The bytes of a workbook. @throws SERVICE_UNAVAILABLE */
  async write(sheets: readonly WrittenSheet[], requester: TaskRequester): Promise<Uint8Array> {
    const cells = sheets.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0);
    if (cells <= MAX_INLINE_CELLS) return writeXlsx(sheets);
    const result = await this.#queue.run({ kind: 'write', sheets }, requester);
    if (result.kind !== 'written')
      throw new Error('the spreadsheet worker returned the wrong kind of result');
    return result.bytes;
  }

  /** Ends the worker; waiting files are rejected. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }
}
