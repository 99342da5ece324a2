/**
 * Work done again and again beside answering: one round at a time, with a pause between the end of one and the beginning of the next, so
 * that a slow round never meets the one after it.
 */

export class PollLoop {
  readonly #pauseMs: number;
  readonly #work: () => Promise<unknown>;
  readonly #onError: (error: unknown) => void;
  #isStopped = true;
  #timer: NodeJS.Timeout | null = null;
  /** When the next round begins, by the clock that nobody sets. */
  #nextRunAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;

  /** @param failed hears of a round that throws; the next one comes all the same */
  constructor(pauseMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void = () => undefined) {
    this.#pauseMs = pauseMs;
    this.#work = work;
    this.#onError = failed;
  }

  /** Whether no more rounds are wanted: long rounds look here to end early. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  start(firstAfterMs = this.#pauseMs): void {
    this.#isStopped = false;
    this.runWithin(firstAfterMs);
  }

  /** Lets the next round begin within this time; never later than it would have. During a round it means the one after. */
  runWithin(withinMs: number): void {
    const due = performance.now() + withinMs;
    if (this.#isStopped || due >= this.#nextRunAt) return;
    this.#nextRunAt = due;
    if (!this.#running) this.#schedule();
  }

  /** Begins no more rounds and waits for the one under way. */
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
        this.#running = this.#runOnce();
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
