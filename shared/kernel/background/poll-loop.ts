/**
 * Loop that runs work repeatedly with a pause between two runs, which never overlap; a run can be brought
 * forward. An error ends its run, not the loop. For background work such as job queues and outboxes.
 */
import { runOutsideRequest } from '../logging/request-id.ts';

export class PollLoop {
  readonly #pauseMs: number;
  readonly #work: () => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #isStopped = true;
  #timer: NodeJS.Timeout | null = null;
  /** Of `performance.now()`, which no clock adjustment affects. */
  #nextRunAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;

  /** @param onError called with the error of a run; the next run comes all the same */
  constructor(
    pauseMs: number,
    work: () => Promise<unknown>,
    onError: (error: unknown) => void = () => undefined,
  ) {
    this.#pauseMs = pauseMs;
    this.#work = work;
    this.#onError = onError;
  }

  /** Long runs check this to end early. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(firstAfterMs = this.#pauseMs): void {
    this.#isStopped = false;
    this.runWithin(firstAfterMs);
  }

  /** Brings the next run forward to within this time; while one is running, the one after it. */
  runWithin(withinMs: number): void {
    const due = performance.now() + withinMs;
    if (this.#isStopped || due >= this.#nextRunAt) return;
    this.#nextRunAt = due;
    if (!this.#running) this.#schedule();
  }

  /** Starts no more runs and waits for the current one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#nextRunAt = Number.POSITIVE_INFINITY;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#nextRunAt = Number.POSITIVE_INFINITY;
        this.#running = runOutsideRequest(() => this.#runOnce());
      },
      Math.max(0, this.#nextRunAt - performance.now()),
    );
    this.#timer.unref();
  }

  async #runOnce(): Promise<void> {
    try {
      await this.#work();
    } catch (error) {
      this.#onError(error);
    }
    this.#running = null;
    if (this.#isStopped) return;
    this.#nextRunAt = Math.min(this.#nextRunAt, performance.now() + this.#pauseMs);
    this.#schedule();
  }
}
