/**
 * Round-robin queue by owner, for the tasks of `worker-queue.ts`: an owner with many tasks delays only
 * itself. When it is full, each owner without a queued task may still add one.
 */

/** A task may take megabytes. */
const MAX_QUEUED = 64;
const MAX_QUEUED_PER_OWNER = 8;

export class FairQueue<T> {
  /** By owner, in round-robin order. */
  readonly #lanes = new Map<string, T[]>();
  #size = 0;
  /** The last owner served; kept when its lane is empty, so that it goes after the others again. */
  #lastOwner = '';

  /** False when the lane of the owner is full, or the queue is full and the lane not empty. */
  add(owner: string, item: T): boolean {
    const lane = this.#lanes.get(owner) ?? [];
    // A full queue still has one place for each other owner.
    if (lane.length >= MAX_QUEUED_PER_OWNER || (lane.length > 0 && this.#size >= MAX_QUEUED)) return false;
    lane.push(item);
    this.#lanes.set(owner, lane);
    this.#size += 1;
    return true;
  }

  get size(): number {
    return this.#size;
  }

  /** Removes the next item; its owner goes after all others. */
  next(): T | undefined {
    const last = this.#lanes.get(this.#lastOwner);
    this.#lanes.delete(this.#lastOwner);
    if (last) this.#lanes.set(this.#lastOwner, last);
    const [first] = this.#lanes;
    if (!first) return undefined;
    const [owner, lane] = first;
    const item = lane.shift();
    this.#lastOwner = owner;
    if (lane.length === 0) this.#lanes.delete(owner);
    this.#size -= 1;
    return item;
  }

  remove(owner: string, item: T): void {
    const lane = this.#lanes.get(owner) ?? [];
    const at = lane.indexOf(item);
    if (at < 0) return;
    lane.splice(at, 1);
    if (lane.length === 0) this.#lanes.delete(owner);
    this.#size -= 1;
  }
}
