/**
 * Reads markup without holding up other requests: a megabyte made to be slow takes a third of a second, so long texts go to a
 * thread of their own (hardening A5: the event loop is never blocked for long). The thread comes when it is needed and goes
 * when it has nothing to do.
 */
import { Worker } from 'node:worker_threads';
import { type ParseOutcome, type ParseTask, parseText, type ReportOutcome, type ReportTask, reportText } from './reader-task.ts';

export interface Question {
  id: number;
  task: ReportTask | ParseTask;
}

export type Answer =
  | { id: number; kind: 'report'; outcome: ReportOutcome }
  | { id: number; kind: 'parse'; outcome: ParseOutcome };

interface Waiting {
  answer(answer: Answer): void;
  fail(error: Error): void;
}

/** Read at once: at worst some milliseconds. */
const SHORT = 20_000;
const IDLE_MS = 10_000;

/** A thread with the questions only it can answer: one that ends fails its own and no other's. */
interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

export class MarkupReader {
  #thread: Thread | null = null;
  #idle: NodeJS.Timeout | null = null;
  #last = 0;

  async report(text: string, standing: readonly string[] | null): Promise<ReportOutcome> {
    const task: ReportTask = { kind: 'report', text, standing };
    if (text.length <= SHORT) return reportText(task);
    const answer = await this.#ask(task);
    if (answer.kind !== 'report') throw new Error('the markup thread answered another question');
    return answer.outcome;
  }

  async parse(text: string): Promise<ParseOutcome> {
    const task: ParseTask = { kind: 'parse', text };
    if (text.length <= SHORT) return parseText(task);
    const answer = await this.#ask(task);
    if (answer.kind !== 'parse') throw new Error('the markup thread answered another question');
    return answer.outcome;
  }

  /** Nothing to do: the thread comes when it is needed. */
  start(): void {}

  /** Ends the thread; what it was asked fails. */
  async stop(): Promise<void> {
    await this.#end();
  }

  /** From here on a new question gets a new thread. */
  async #end(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }

  #ask(task: Question['task']): Promise<Answer> {
    const id = ++this.#last;
    if (this.#idle) clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    const { worker, waiting } = this.#thread;
    return new Promise((answer, fail) => {
      waiting.set(id, { answer, fail });
      worker.postMessage({ id, task } satisfies Question);
    });
  }

  #start(): Thread {
    const worker = new Worker(new URL('./reader-thread.ts', import.meta.url));
    const thread: Thread = { worker, waiting: new Map() };
    let reason = new Error('the markup thread ended');
    worker.on('message', (answer: Answer) => {
      thread.waiting.get(answer.id)?.answer(answer);
      thread.waiting.delete(answer.id);
      if (thread.waiting.size > 0 || this.#thread !== thread) return;
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS);
      this.#idle.unref();
    });
    worker.on('error', (error: Error) => {
      reason = error;
    });
    worker.on('exit', () => {
      if (this.#thread === thread) this.#thread = null;
      for (const { fail } of thread.waiting.values()) fail(reason);
    });
    // A process that wants to end does not wait for a thread without work.
    worker.unref();
    return thread;
  }
}
