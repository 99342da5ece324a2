/**
 * A process of its own behind the interface of a worker thread, for native code that nothing interrupts and whose memory
 * Node does not count. It is killed when it takes more memory than it may. It gets no variable of the environment.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { QueueWorker, WorkerListeners } from './worker-queue.ts';

const LOOK_EVERY_MS = 100;
const PAGE_BYTES = 4_096;

/** Resident memory of a process in bytes; null where the system does not say. */
function residentBytes(pid: number | undefined): number | null {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return null;
  }
}

export class ChildWorker<Result> implements QueueWorker<Result> {
  readonly #child: ChildProcess;
  readonly #watch: NodeJS.Timeout;

  /** @param file a module that sends one result for each message */
  constructor(file: URL, { maxBytes }: { maxBytes: number }) {
    this.#child = fork(fileURLToPath(file), [], {
      serialization: 'advanced',
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#watch = setInterval(() => {
      if ((residentBytes(this.#child.pid) ?? 0) > maxBytes) this.#child.kill('SIGKILL');
    }, LOOK_EVERY_MS);
    this.#watch.unref();
    this.#child.once('exit', () => clearInterval(this.#watch));
  }

  listen(listeners: WorkerListeners<Result>): void {
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
