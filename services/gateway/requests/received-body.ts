/** A request body while it arrives, in memory that is counted: by sender, and all together (hardening C2, API4). */
import { fail } from '../../../shared/kernel/errors.ts';
import { HeldBytes } from '../held-bytes.ts';

/** What one sender may have under way, in bytes: several of the largest bodies at once. */
const MOST_OF_ONE = 64 * 1024 * 1024;
/** What all may have under way together. */
const MOST_OF_ALL = 512 * 1024 * 1024;
const FIRST_ROOM = 16 * 1024;

const held = new HeldBytes();

/** One piece that grows: a chunk is no object of its own, however small its sender makes it. */
export class ReceivedBody {
  size = 0;
  readonly #owner: string;
  #room: Buffer = Buffer.alloc(0);

  constructor(owner: string) {
    this.#owner = owner;
  }

  /** @throws SERVICE_UNAVAILABLE when its sender, or all together, have too much under way */
  add(chunk: Buffer): void {
    const needed = this.size + chunk.length;
    if (needed > this.#room.length) this.#grow(Math.max(this.#room.length * 2, needed, FIRST_ROOM));
    this.size += chunk.copy(this.#room, this.size);
  }

  /** What has arrived; good until `end` and after. */
  get bytes(): Buffer {
    return this.#room.subarray(0, this.size);
  }

  /** It is complete or refused: it counts no more. */
  end(): void {
    held.add(this.#owner, -this.#room.length);
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(length);
    this.#room.copy(larger, 0, 0, this.size);
    held.add(this.#owner, length - this.#room.length);
    this.#room = larger;
    if (held.all > MOST_OF_ALL || held.of(this.#owner) > MOST_OF_ONE)
      throw fail('SERVICE_UNAVAILABLE', 'Too much is being sent at this moment. Send it again when the rest has arrived.', {
        metadata: { retryAfter: 1 },
      });
  }
}
