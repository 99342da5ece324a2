/**
 * Work done again and again beside answering: one round at a time, with a pause between the end of one and the beginning of the next, so
 * that a slow round never meets the one after it.
 */

export class Rounds {
  readonly #pauseMs: number;
  readonly #work: () => Promise<unknown>;
  readonly #failed: (error: unknown) => void;
  #stopped = true;
  #timer: NodeJS.Timeout | null = null;
  /** When the next round begins, by the clock that nobody sets. */
  #due = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;

  /** @param failed hears of a round that throws; the next one comes all the same */
  constructor(pauseMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void = () => undefined) {
    this.#pauseMs = pauseMs;
    this.#work = work;
    this.#failed = failed;
  }

  /** Whether no more rounds are wanted: long rounds look here to end early. */
  get stopped(): boolean {
    return this.#stopped;
  }

  start(firstAfterMs = this.#pauseMs): void {
    this.#stopped = false;
    this.wake(firstAfterMs);
  }

  /** Lets the next round begin within this time; never later than it would have. During a round it means the one after. */
  wake(withinMs: number): void {
    const due = performance.now() + withinMs;
    if (this.#stopped || due >= this.#due) return;
    this.#due = due;
    if (!this.#running) this.#schedule();
  }

  /** Begins no more rounds and waits for the one under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#due = Number.POSITIVE_INFINITY;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#due = Number.POSITIVE_INFINITY;
        this.#running = this.#round();
      },
      Math.max(0, this.#due - performance.now()),
    );
    this.#timer.unref();
  }

  async #round(): Promise<void> {
    try {
      await this.#work();
    } catch (error) {
      this.#failed(error);
    }
    this.#running = null;
    if (this.#stopped) return;
    this.#due = Math.min(this.#due, performance.now() + this.#pauseMs);
    this.#schedule();
  }
}
