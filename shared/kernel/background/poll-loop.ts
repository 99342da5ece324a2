/**
 * Loop that runs work repeatedly with a pause between two runs, which never overlap; a run can be brought
 * forward. An error ends its run, not the loop. While there is nothing to do, the pauses grow. For background work such
 * as job queues and outboxes.
 */
import { runOutsideRequest } from '../logging/request-id.ts';

/** A process that does nothing else would spend 5 % of a processor on its loops, and MongoDB as much. */
const LONGEST_PAUSE = 4;

export class PollLoop {
  readonly #pauseMs: number;
  readonly #work: () => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #isStopped = true;
  #timer: NodeJS.Timeout | null = null;
  /** Of `performance.now()`, which no clock adjustment affects. */
  #nextRunAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;
  /** Multiple of the pause before the next run. */
  #pauses = 1;
  /** Whether somebody asked for the next run, who may not have committed yet what is to do. */
  #isAskedFor = false;

  /**
   * @param work returns false when there was nothing to do: each such run doubles the pause, up to four times its length
   * @param onError called with the error of a run; the next run comes all the same
   */
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
    this.#isAskedFor = false;
  }

  /** Brings the next run forward to within this time; while one is running, the one after it. */
  runWithin(withinMs: number): void {
    this.#isAskedFor = true;
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
    const isAskedFor = this.#isAskedFor;
    this.#isAskedFor = false;
    try {
      const isIdle = (await this.#work()) === false && !isAskedFor;
      this.#pauses = isIdle ? Math.min(2 * this.#pauses, LONGEST_PAUSE) : 1;
    } catch (error) {
      this.#pauses = 1;
      this.#onError(error);
    }
    this.#running = null;
    if (this.#isStopped) return;
    this.#nextRunAt = Math.min(this.#nextRunAt, performance.now() + this.#pauseMs * this.#pauses);
    this.#schedule();
  }
}
