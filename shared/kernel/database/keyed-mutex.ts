/**
 * Mutex in memory per key: writers of one record in this process run one after the other. Correctness comes
 * from the database (compare-and-set, transactions); the mutex only avoids lost attempts.
 */

export class KeyedMutex<K extends number | string = number> {
  readonly #tails = new Map<K, Promise<unknown>>();

  /**
   * Runs `work` when all earlier work of the key has ended, successfully or not; `waited`: earlier reads may
   * be outdated.
   */
  async run<T>(key: K, work: (waited: boolean) => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key);
    const result = previous === undefined ? work(false) : previous.then(() => work(true));
    const ended = result.catch(() => undefined);
    this.#tails.set(key, ended);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === ended) this.#tails.delete(key);
    }
  }
}
