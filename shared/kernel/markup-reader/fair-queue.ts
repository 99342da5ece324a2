/** Texts that wait to be read: owners take turns, so that whoever sends many waits for them alone. */

/** Each may be a megabyte. */
const MAX_QUEUED = 64;
const MAX_QUEUED_PER_OWNER = 8;

export class FairQueue<T> {
  /** By owner, in the order of their turns. */
  readonly #lanes = new Map<string, T[]>();
  #size = 0;
  /** Who had the last turn: a lane that was empty meanwhile does not begin anew. */
  #lastOwner = '';

  /** Puts something at the end of its owner's lane; false when that is full, or the whole queue and something of its owner is in it. */
  add(owner: string, item: T): boolean {
    const lane = this.#lanes.get(owner) ?? [];
    // One place for each owner however full it is: a few who fill it together shut nobody out.
    if (lane.length >= MAX_QUEUED_PER_OWNER || (lane.length > 0 && this.#size >= MAX_QUEUED)) return false;
    lane.push(item);
    this.#lanes.set(owner, lane);
    this.#size += 1;
    return true;
  }

  /** Takes what is next out; its owner's next turn comes after everybody else's. */
  next(): T | undefined {
    const last = this.#lanes.get(this.#lastOwner);
    this.#lanes.delete(this.#lastOwner);
    // Whoever had the last turn stands behind all who came meanwhile.
    if (last) this.#lanes.set(this.#lastOwner, last);
    const [chosen] = this.#lanes;
    if (!chosen) return undefined;
    const [owner, lane] = chosen;
    const item = lane.shift();
    this.#lastOwner = owner;
    if (lane.length === 0) this.#lanes.delete(owner);
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
