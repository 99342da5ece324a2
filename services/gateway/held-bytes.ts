/** Memory that others decide how long it is held: counted by owner, and all together (hardening C2, API4). */
export class HeldBytes {
  readonly #byOwner = new Map<string, number>();
  #all = 0;

  get all(): number {
    return this.#all;
  }

  of(owner: string): number {
    return this.#byOwner.get(owner) ?? 0;
  }

  /** @param bytes less than none where some are given back */
  add(owner: string, bytes: number): void {
    this.#all += bytes;
    const held = this.of(owner) + bytes;
    if (held > 0) this.#byOwner.set(owner, held);
    else this.#byOwner.delete(owner);
  }
}
