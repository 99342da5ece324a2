/** Texts that wait to be read: owners take turns, so that whoever sends many waits for them alone. */

/** Each may be a megabyte. */
const MOST_WAITING = 64;
const MOST_OF_ONE_OWNER = 8;

export class ReadingQueue<T> {
  /** By owner, in the order of their turns. */
  readonly #lanes = new Map<string, T[]>();
  #size = 0;
  /** Who had the last turn: a lane that was empty meanwhile does not begin anew. */
  #served = '';

  /** Puts something at the end of its owner's lane; false when that or the whole queue is full. */
  add(owner: string, item: T): boolean {
    const lane = this.#lanes.get(owner) ?? [];
    if (this.#size >= MOST_WAITING || lane.length >= MOST_OF_ONE_OWNER) return false;
    lane.push(item);
    this.#lanes.set(owner, lane);
    this.#size += 1;
    return true;
  }

  /** Takes what is next out; its owner's next turn comes after everybody else's. */
  next(): T | undefined {
    const lanes = [...this.#lanes];
    const chosen = lanes.find(([owner]) => owner !== this.#served) ?? lanes[0];
    if (!chosen) return undefined;
    const [owner, lane] = chosen;
    const item = lane.shift();
    this.#served = owner;
    this.#lanes.delete(owner);
    if (lane.length > 0) this.#lanes.set(owner, lane);
    this.#size -= 1;
    return item;
  }

  /** Takes something out that nobody waits for any more. */
  remove(owner: string, item: T): void {
    const lane = this.#lanes.get(owner) ?? [];
    const at = lane.indexOf(item);
    if (at < 0) return;
    lane.splice(at, 1);
    if (lane.length === 0) this.#lanes.delete(owner);
    this.#size -= 1;
  }
}
