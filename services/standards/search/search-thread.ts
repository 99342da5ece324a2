/** The search index in a thread of its own: indexing and searching delay nothing else of the service. */
import { Worker } from 'node:worker_threads';
import type { AnswerMessage, QuestionName, Questions, WorkerSettings } from './worker-messages.ts';

const WORKER_FILE = new URL('./search-worker.ts', import.meta.url);

interface PendingAnswer<K extends QuestionName> {
  resolve(answer: Questions[K]['answer']): void;
  reject(error: Error): void;
}

/** The questions without an answer yet, by kind and number. */
type PendingAnswers = { [K in QuestionName]: Map<number, PendingAnswer<K>> };

export class SearchThread {
  readonly #worker: Worker;
  readonly #pending: PendingAnswers = {
    index: new Map(),
    shelve: new Map(),
    unshelve: new Map(),
    search: new Map(),
  };
  #nextId = 1;
  #end: Error | null = null;

  /** @param onEnd called when the thread ends by itself */
  constructor(workerData: WorkerSettings, onEnd: (reason: Error) => void) {
    // Node 24 still calls node:sqlite a release candidate, in a line on stderr.
    const execArgv = ['--disable-warning=ExperimentalWarning'];
    this.#worker = new Worker(WORKER_FILE, { workerData, execArgv });
    // It does not keep the process running.
    this.#worker.unref();
    this.#worker.on('message', (message: AnswerMessage<QuestionName>) => this.#settle(message));
    const end = (reason: Error): void => {
      if (this.#end) return;
      this.#rejectAll(reason);
      onEnd(reason);
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', (code) => end(new Error(`the search thread ended with ${code}`)));
  }

  get hasEnded(): boolean {
    return this.#end !== null;
  }

  /** @throws Error when the thread has ended, or could not answer */
  ask<K extends QuestionName>(name: K, ask: Questions[K]['ask']): Promise<Questions[K]['answer']> {
    if (this.#end) return Promise.reject(this.#end);
    const { promise, resolve, reject } = Promise.withResolvers<Questions[K]['answer']>();
    const id = this.#nextId++;
    this.#pending[name].set(id, { resolve, reject });
    this.#worker.postMessage({ id, name, ask });
    return promise;
  }

  async stop(): Promise<void> {
    this.#rejectAll(new Error('the search index is stopping'));
    await this.#worker.terminate();
  }

  #settle<K extends QuestionName>(message: AnswerMessage<K>): void {
    const pending = this.#pending[message.name].get(message.id);
    this.#pending[message.name].delete(message.id);
    if ('error' in message) pending?.reject(new Error(message.error));
    else pending?.resolve(message.answer);
  }

  #rejectAll(reason: Error): void {
    this.#end = reason;
    for (const questions of Object.values(this.#pending)) {
      for (const { reject } of questions.values()) reject(reason);
      questions.clear();
    }
  }
}
