/**
 * Reader of texts on a worker thread: reports on, parses, compares or follows long texts off the event loop, one at a time,
 * fairly among owners (`../worker-queue/worker-queue.ts`). Short texts are parsed on the main thread.
 */
import type { ResourceLimits } from 'node:worker_threads';
import type { MarkupPurpose } from '../../markup/parse.ts';
import {
  clausesToCompare,
  type FollowedTexts,
  type FollowTask,
  followTexts,
} from '../../revisioning/identity/follow-texts.ts';
import type { TextClause } from '../../revisioning/identity/text-tree.ts';
import { diffLines, type LineDiff } from '../../text/line-diff.ts';
import type { Measurement } from '../metrics/metric-declarations.ts';
import { type TaskRequester, WorkerQueue } from '../worker-queue/worker-queue.ts';
import {
  type DiffTask,
  type ExistingClause,
  type ParseResult,
  type ParseTask,
  parseText,
  type ReportResult,
  type ReportTask,
  validateText,
} from './markup-tasks.ts';

export type ReaderTask = ReportTask | ParseTask | DiffTask | FollowTask;
export type ReaderResult =
  | { kind: 'report'; result: ReportResult }
  | { kind: 'parse'; result: ParseResult }
  | { kind: 'diff'; result: LineDiff }
  | { kind: 'follow'; result: FollowedTexts };

export type ReadRequester = TaskRequester;

const MESSAGES = {
  queueFull: 'Too much markup is queued for parsing. Try again in a few seconds.',
  timedOut: 'Parsing the markup took too long. Try again in a few seconds, or send it in smaller parts.',
  workerExited:
    'Parsing the markup was interrupted. Try again in a few seconds, or send it in smaller parts.',
  cancelled: 'The request was cancelled before the markup was parsed.',
};

/** Shorter texts are parsed on this thread: a few milliseconds at worst. */
const MAX_INLINE_LENGTH = 20_000;
/** So many clauses before and after, with as many characters, are compared on this thread: about ten milliseconds. */
const MAX_INLINE_CLAUSES = 400;
const MAX_INLINE_CHARACTERS = 100_000;
/** The same with those that are only looked through, because their text is the same: the work of a save of one edit. */
const MAX_INLINE_UNCHANGED = { clauses: 2_000, characters: 500_000 };
const WORKER_FILE = new URL('./markup-worker.ts', import.meta.url);

/** Settings for tests. */
interface ReaderSettings {
  maxReadMs?: number;
  workerFile?: URL;
  memory?: ResourceLimits;
}

export class MarkupReader {
  readonly #queue: WorkerQueue<ReaderTask, ReaderResult>;

  constructor({ maxReadMs, workerFile = WORKER_FILE, memory }: ReaderSettings = {}) {
    this.#queue = new WorkerQueue({
      workerFile,
      messages: MESSAGES,
      ...(maxReadMs === undefined ? {} : { maxTaskMs: maxReadMs }),
      ...(memory === undefined ? {} : { memory }),
    });
  }

  /** @throws SERVICE_UNAVAILABLE */
  async report(
    text: string,
    existing: readonly ExistingClause[] | null,
    requester: ReadRequester,
  ): Promise<ReportResult> {
    const task: ReportTask = { kind: 'report', text, existing };
    if (text.length <= MAX_INLINE_LENGTH && isShort(existing ?? [])) return validateText(task);
    const result = await this.#queue.run(task, requester);
    if (result.kind !== 'report') throw new Error('the markup worker returned the wrong kind of result');
    return result.result;
  }

  /** @throws SERVICE_UNAVAILABLE */
  async parse(text: string, requester: ReadRequester, purpose: MarkupPurpose = 'page'): Promise<ParseResult> {
    const task: ParseTask = { kind: 'parse', text, purpose };
    if (text.length <= MAX_INLINE_LENGTH) return parseText(task);
    const result = await this.#queue.run(task, requester);
    if (result.kind !== 'parse') throw new Error('the markup worker returned the wrong kind of result');
    return result.result;
  }

  /** The line differences of two texts. @throws SERVICE_UNAVAILABLE */
  async diff(from: string, to: string, requester: ReadRequester): Promise<LineDiff> {
    if (from.length + to.length <= MAX_INLINE_LENGTH) return diffLines(from, to);
    const result = await this.#queue.run({ kind: 'diff', from, to }, requester);
    if (result.kind !== 'diff') throw new Error('the markup worker returned the wrong kind of result');
    return result.result;
  }

  /** What elements without identity were before. @throws SERVICE_UNAVAILABLE */
  async follow(task: FollowTask | null, requester: ReadRequester): Promise<FollowedTexts> {
    if (task === null || isQuick(task)) return followTexts(task);
    const result = await this.#queue.run(task, requester);
    if (result.kind !== 'follow') throw new Error('the markup worker returned the wrong kind of result');
    return result.result;
  }

  measure(): Measurement[] {
    return [{ metric: 'css_markup_queue_length', value: this.#queue.size }];
  }

  /** Ends the worker; queued texts are rejected. */
  stop(): Promise<void> {
    return this.#queue.stop();
  }
}

const isQuick = (task: FollowTask): boolean =>
  isShort([...task.before, ...task.now], MAX_INLINE_UNCHANGED) && isShort(clausesToCompare(task));

const isShort = (
  clauses: readonly TextClause[],
  atMost = { clauses: MAX_INLINE_CLAUSES, characters: MAX_INLINE_CHARACTERS },
): boolean =>
  clauses.length <= atMost.clauses &&
  clauses.reduce((sum, { toc_content, content }) => sum + toc_content.length + content.length, 0) <=
    atMost.characters;
