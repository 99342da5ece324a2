/**
 * Large requests of programs on the bus: of each NATS user a few are worked on at a time, and of all users one is
 * unpacked at a time, so that they take bounded memory and leave time for the requests of others (hardening H31).
 */
/** Requests of one user that are unpacked or worked on. */
const MAX_RUNNING = 4;
/** Bytes of one user, as received, that wait. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

interface Lane {
  running: number;
  waitingBytes: number;
  readonly waiting: (() => void)[];
}

/** Runs `task` when nothing else is being unpacked. */
export type Unpack = <T>(task: () => Promise<T>) => Promise<T>;

export class RequestLanes {
  readonly #lanes = new Map<string, Lane>();
  #unpacking: Promise<unknown> = Promise.resolve();

  /**
   * Runs `work` when few enough requests of the user are running.
   * @param bytes of the request, as received
   * @returns false when too many are waiting, so that this one is not worked on
   */
  async run(user: string, bytes: number, work: (unpack: Unpack) => Promise<void>): Promise<boolean> {
    const lane = this.#lanes.get(user) ?? { running: 0, waitingBytes: 0, waiting: [] };
    this.#lanes.set(user, lane);
    if (lane.running < MAX_RUNNING) lane.running += 1;
    else {
      if (lane.waitingBytes + bytes > MAX_WAITING_BYTES) return false;
      lane.waitingBytes += bytes;
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
      lane.waitingBytes -= bytes;
    }
    try {
      await work((task) => this.#unpack(task));
    } finally {
      // The place is handed on to the next.
      const next = lane.waiting.shift();
      if (next) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(user);
    }
    return true;
  }

  #unpack<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#unpacking.then(task);
    this.#unpacking = result.catch(() => undefined);
    return result;
  }
}
