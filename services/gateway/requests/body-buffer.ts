/**
 * Growing buffer of a JSON request body while it is received, reserved in a memory budget.
 */
import type { MemoryBudget } from '../memory-budget.ts';

const INITIAL_CAPACITY = 16 * 1024;

/** One growing buffer: a client that sends single bytes does not create an object for each. */
export class BodyBuffer {
  size = 0;
  readonly #budget: MemoryBudget;
  readonly #owner: string;
  readonly #releases: (() => void)[] = [];
  #buffer: Buffer = Buffer.alloc(0);

  constructor(budget: MemoryBudget, owner: string) {
    this.#budget = budget;
    this.#owner = owner;
  }

  /** @throws SERVICE_UNAVAILABLE when the budget is used up */
  append(chunk: Buffer): void {
    const needed = this.size + chunk.length;
    if (needed > this.#buffer.length) this.#grow(Math.max(this.#buffer.length * 2, needed, INITIAL_CAPACITY));
    this.size += chunk.copy(this.#buffer, this.size);
  }

  /** The bytes received so far; valid after `release` too. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.size);
  }

  /** Ends the reservation: the body is complete or refused. */
  release(): void {
    for (const release of this.#releases) release();
  }

  #grow(length: number): void {
    this.#releases.push(this.#budget.reserve(this.#owner, length - this.#buffer.length));
    const larger = Buffer.allocUnsafe(length);
    this.#buffer.copy(larger, 0, 0, this.size);
    this.#buffer = larger;
  }
}
