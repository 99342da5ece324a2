/**
 * Each NATS user has a lane, in which a few requests of programs run and the others wait: a flood of
 * one user takes bounded memory, and the requests of others overtake it. Of all users one large request is unpacked at
 * a time.
 */
interface LaneLimits {
  /** Requests of one user that are unpacked or worked on. */
  readonly running: number;
  /** Bytes of one user, as received, that wait. */
  readonly waitingBytes: number;
}

export const SMALL_REQUESTS: LaneLimits = { running: 32, waitingBytes: 8 * 1024 * 1024 };
export const LARGE_REQUESTS: LaneLimits = { running: 2, waitingBytes: 16 * 1024 * 1024 };
/** Memory of a waiting request in addition to its message. */
const OVERHEAD_BYTES = 1024;

interface Lane {
  running: number;
  waitingBytes: number;
  readonly waiting: (() => void)[];
}

/** Runs `task` when nothing else is being unpacked. */
export type Unpack = <T>(task: () => Promise<T>) => Promise<T>;

export class RequestLanes {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, Lane>();
  #unpacking: Promise<unknown> = Promise.resolve();

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when few enough requests of the user are running.
   * @param message as received; `work` gets it, or a copy
   * @returns false when too many are waiting, so that this one is not worked on
   */
  async run(
    user: string,
    message: Buffer,
    work: (message: Buffer, unpack: Unpack) => Promise<void>,
  ): Promise<boolean> {
    const lane = this.#lanes.get(user) ?? { running: 0, waitingBytes: 0, waiting: [] };
    this.#lanes.set(user, lane);
    let kept = message;
    if (lane.running < this.#limits.running) lane.running += 1;
    else {
      const bytes = message.length + OVERHEAD_BYTES;
      if (lane.waitingBytes + bytes > this.#limits.waitingBytes) return false;
      lane.waitingBytes += bytes;
      // The message is a view of what the socket read, up to 64 KB with the messages around it.
      kept = Buffer.from(message);
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
      lane.waitingBytes -= bytes;
    }
    try {
      await work(kept, (task) => this.#unpack(task));
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
