/**
 * Calls that were lost with the process that took them. NATS chooses who takes a call, so its caller does not know whom it waits for, and
 * a heartbeat that is missing may mean a busy event loop. So whoever has waited for a second asks every node whether it works on the call.
 * Each of them says no, or is gone: then nobody will answer, and the caller is told. Every node, because one that is about to stop does not
 * name its services any more while it still works for them.
 *
 * Gone is who has no connection to NATS: nobody hears what is sent to it, and the NATS server says so at once. The connection of a killed
 * process ends with it; that of a busy one stays, and its answer is waited for however late it comes.
 */

/** A node that had no connection for so many questions in a row has not just found it interrupted. */
const MAX_MISSES = 3;
const POLL_INTERVAL_MS = 500;
/** Nobody is asked about a call that is younger; few are older. */
const MIN_CALL_AGE_MS = 1_000;
/** After an interruption of our own connection the others come back too. */
const RECOVERY_MS = 3_000;

/** What lies between the nodes, as far as it is needed here. */
export interface CallTransport {
  /** Whether this node still waits for the answer. */
  isPending(id: string): boolean;
  /** Every node that has been heard of lately, this one too, those that have gone too. */
  nodes(): string[];
  /** Asks a node which of these calls it works on. */
  queryActiveCalls(node: string, ids: string[]): void;
  /** Resolves when what has arrived has been read. */
  flushIncoming(): Promise<void>;
  /** Tells the caller that there will be no answer. */
  fail(id: string): void;
}

/** A call whose answer is waited for. */
interface PendingCall {
  sentAt: number;
  /** The nodes that do not work on it. */
  deniedBy: Set<string>;
}

export class LostCallDetector {
  readonly #transport: CallTransport;
  readonly #pending = new Map<string, PendingCall>();
  readonly #misses = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #resumeAt = 0;

  constructor(bus: CallTransport) {
    this.#transport = bus;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Our connection was interrupted: so may be those of the others. */
  connectionInterrupted(): void {
    this.#resumeAt = performance.now() + RECOVERY_MS;
    this.#misses.clear();
  }

  /** A call has left. */
  trackCall(id: string): void {
    this.#pending.set(id, { sentAt: performance.now(), deniedBy: new Set() });
  }

  /** A node has said something: it is there. */
  markNodeAlive(node: string): void {
    if (this.#misses.size > 0) this.#misses.delete(node);
  }

  /** A node has said on which of these calls it works. */
  handleReport(node: string, asked: readonly string[], underWay: readonly string[]): void {
    const working = new Set(underWay);
    for (const id of asked) {
      if (working.has(id)) continue;
      this.#pending.get(id)?.deniedBy.add(node);
      void this.#failIfLost(id);
    }
  }

  /** Nobody listens for a node. */
  markNodeUnreachable(node: string): void {
    this.#misses.set(node, (this.#misses.get(node) ?? 0) + 1);
    if (!this.#isGone(node)) return;
    for (const [id, { deniedBy }] of this.#pending) if (deniedBy.size > 0) void this.#failIfLost(id);
  }

  #isGone(node: string): boolean {
    return (this.#misses.get(node) ?? 0) >= MAX_MISSES;
  }

  /** Asks about every call that lasts. */
  #poll(): void {
    const now = performance.now();
    const lasting: [string, PendingCall][] = [];
    for (const [id, call] of this.#pending) {
      if (!this.#transport.isPending(id)) this.#pending.delete(id);
      else if (now - call.sentAt >= MIN_CALL_AGE_MS && now >= this.#resumeAt) lasting.push([id, call]);
    }
    if (lasting.length === 0) return;
    const nodes = this.#transport.nodes();
    for (const node of this.#misses.keys()) if (!nodes.includes(node)) this.#misses.delete(node);
    for (const node of nodes) {
      const ids = lasting.filter(([, { deniedBy: denied }]) => !denied.has(node)).map(([id]) => id);
      if (ids.length > 0 && !this.#isGone(node)) this.#transport.queryActiveCalls(node, ids);
    }
  }

  async #failIfLost(id: string): Promise<void> {
    const call = this.#pending.get(id);
    if (!call) return;
    if (!this.#transport.nodes().every((node) => call.deniedBy.has(node) || this.#isGone(node))) return;
    this.#pending.delete(id);
    // Who has just answered it does not work on it any more either; a large answer is still being unpacked.
    await this.#transport.flushIncoming();
    if (this.#transport.isPending(id)) this.#transport.fail(id);
  }
}

/** The calls that this node works on. */
export class ActiveCalls {
  /** Their ids: each call has one of its own, a retry too. */
  readonly #ids = new Set<string>();

  /** One of them while `work` on it lasts. */
  async track(id: string, work: () => Promise<void>): Promise<void> {
    this.#ids.add(id);
    try {
      await work();
    } finally {
      this.#ids.delete(id);
    }
  }

  /** Those of these that are among them. */
  filterActive(ids: readonly string[]): string[] {
    return ids.filter((id) => this.#ids.has(id));
  }
}
