/**
 * One change of a project at a time within this process. The database decides between processes; taking turns here spares the
 * changes of a busy draft from repeating each other's work after every conflict.
 */
export class Lanes {
  readonly #last = new Map<number, Promise<unknown>>();

  /** Runs `work` after whatever runs on the same project. */
  async run<T>(projectId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(projectId) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.#last.set(projectId, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(projectId) === settled) this.#last.delete(projectId);
    }
  }
}
