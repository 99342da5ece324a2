/** Memory that others decide how long it is held: counted by owner, and all together (hardening C2, API4). */
export class MemoryBudget {
  readonly #byOwner = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  usedBy(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  /** @param bytes less than none where some are given back */
  add(owner: string, bytes: number): void {
    this.#total += bytes;
    const held = this.usedBy(owner) + bytes;
    if (held > 0) this.#byOwner.set(owner, held);
    else this.#byOwner.delete(owner);
  }
}
