/** A request body while it arrives, in memory that is counted: by sender, and all together (hardening C2, API4). */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { MemoryBudget } from '../memory-budget.ts';

/** What one sender may have under way, in bytes: several of the largest bodies at once. */
const MAX_BYTES_PER_OWNER = 64 * 1024 * 1024;
/** What all may have under way together. */
const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
const INITIAL_CAPACITY = 16 * 1024;

const bufferedBytes = new MemoryBudget();

/** One piece that grows: a chunk is no object of its own, however small its sender makes it. */
export class BodyBuffer {
  size = 0;
  readonly #owner: string;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(owner: string) {
    this.#owner = owner;
  }

  /** @throws SERVICE_UNAVAILABLE when its sender, or all together, have too much under way */
  append(chunk: Buffer): void {
    const needed = this.size + chunk.length;
    if (needed > this.#buffer.length) this.#grow(Math.max(this.#buffer.length * 2, needed, INITIAL_CAPACITY));
    this.size += chunk.copy(this.#buffer, this.size);
  }

  /** What has arrived; good until `end` and after. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.size);
  }

  /** It is complete or refused: it counts no more. */
  release(): void {
    bufferedBytes.add(this.#owner, -this.#buffer.length);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(length);
    this.#buffer.copy(larger, 0, 0, this.size);
    bufferedBytes.add(this.#owner, length - this.#buffer.length);
    this.#buffer = larger;
    if (bufferedBytes.total > MAX_TOTAL_BYTES || bufferedBytes.usedBy(this.#owner) > MAX_BYTES_PER_OWNER)
      throw apiError(
        'SERVICE_UNAVAILABLE',
        'Too much request data is in transit. Retry when your other requests have finished.',
        {
          metadata: { retryAfter: 1 },
        },
      );
  }
}
