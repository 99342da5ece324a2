/**
 * Runs a child process through the interface of a worker thread, for native code that cannot be interrupted and whose
 * memory Node does not count. It is killed when it exceeds its memory limit, and gets no environment variable.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { QueueWorker, WorkerListeners } from './worker-queue.ts';

const LOOK_EVERY_MS = 100;
const PAGE_BYTES = 4_096;

/**
 * Memory that only this process has, in bytes; null where the system does not say. The pages of programs, which all
 * processes share, do not count.
 */
function ownBytes(pid: number | undefined): number | null {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return (Number(resident) - Number(shared)) * PAGE_BYTES;
  } catch {
    return null;
  }
}

export class ChildWorker<Result> implements QueueWorker<Result> {
  readonly #child: ChildProcess;
  readonly #watch: NodeJS.Timeout;
  #reject: (error: Error) => void = () => undefined;

  /**
   * @param file a module that sends one result for each message
   * @param limit `tooLarge` makes the error of a task that needs more than `maxBytes`
   */
  constructor(
    file: URL,
    { maxBytes, tooLarge, env = {} }: { maxBytes: number; tooLarge: () => Error; env?: NodeJS.ProcessEnv },
  ) {
    this.#child = fork(fileURLToPath(file), [], {
      serialization: 'advanced',
      env,
      // A small heap for new objects, because it is never given back.
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        '--max-old-space-size=256',
        '--max-semi-space-size=1',
        '--expose-gc',
      ],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#watch = setInterval(() => {
      if ((ownBytes(this.#child.pid) ?? 0) <= maxBytes) return;
      this.#child.kill('SIGKILL');
      this.#reject(tooLarge());
    }, LOOK_EVERY_MS);
    this.#watch.unref();
    this.#child.once('exit', () => clearInterval(this.#watch));
  }

  listen(listeners: WorkerListeners<Result>): void {
    this.#reject = listeners.error;
    for (const [event, listener] of Object.entries(listeners)) this.#child.on(event, listener);
  }

  postMessage(task: unknown): void {
    // A process that is gone has an exit, by which the task is rejected.
    this.#child.send(Object(task), () => {});
  }

  async terminate(): Promise<void> {
    this.#child.kill('SIGKILL');
  }

  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
