/**
 * Lets the writers of one thing in this process go one after the other, so that they build on each other instead of racing. Other
 * processes are kept apart by compare-and-set in the database; turns only spare work that would be thrown away.
 */

export class KeyedMutex {
  readonly #tails = new Map<number, Promise<unknown>>();

  /**
   * Runs `work` when everything taken before under the same key has ended, well or badly; `waited` tells it that what was read
   * before may be old.
   */
  async run<T>(key: number, work: (waited: boolean) => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const turn = before === undefined ? work(false) : before.then(() => work(true));
    const ended = turn.catch(() => undefined);
    this.#tails.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(key) === ended) this.#tails.delete(key);
    }
  }
}
