/**
 * Detection of calls that were lost with a killed process, and the list of calls that run on this node.
 * NATS chooses the node of a call, so after a quarter of a second the caller asks every node whether it works on the
 * call; when each one has denied it or is gone, the call fails. A node is gone when NATS reports "no
 * responders" for it; a busy node is still connected, and its response is awaited. A read does not wait for a
 * node that has stopped to answer: it fails when for some seconds no node says that it works on it, and
 * another one serves the action.
 */

/** After this many queries without a responder a node is gone, and its connection not just interrupted. */
const MAX_MISSES = 4;
const POLL_INTERVAL_MS = 250;
/** A read that no node claims for three seconds is retried. */
const MAX_UNCLAIMED_POLLS = 11;
/** Most calls end before this age. */
const MIN_CALL_AGE_MS = 250;
/** After an interruption of our own connection the other nodes reconnect too. */
const RECOVERY_MS = 3_000;

/** The part of the transporter that the detector uses. */
export interface CallTransport {
  /** Whether this node still waits for the response. */
  isPending(id: string): boolean;
  /** All known nodes, with this one and those that left recently. */
  nodes(): string[];
  /** Whether a node offers the action. */
  serves(node: string, action: string): boolean;
  /** Asks a node which of these calls are active on it. */
  queryActiveCalls(node: string, ids: string[]): void;
  /** Resolves when all received responses have been processed. */
  flushIncoming(): Promise<void>;
  /** Rejects the call. */
  fail(id: string): void;
}

interface PendingCall {
  sentAt: number;
  /** The action of a read, which changes nothing and can be sent again; null for any other call. */
  readAction: string | null;
  /** The nodes that have answered that they do not work on it. */
  deniedBy: Set<string>;
  /** Polls since a node last said that it works on it. Not a time: this node may have been busy itself. */
  unclaimedPolls: number;
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

  /** Pauses the detection: the connections of other nodes may be interrupted too. */
  connectionInterrupted(): void {
    this.#resumeAt = performance.now() + RECOVERY_MS;
    this.#misses.clear();
  }

  /** @param readAction the action of a read; null for any other call */
  trackCall(id: string, readAction: string | null): void {
    this.#pending.set(id, { sentAt: performance.now(), readAction, deniedBy: new Set(), unclaimedPolls: 0 });
  }

  markNodeAlive(node: string): void {
    if (this.#misses.size > 0) this.#misses.delete(node);
  }

  /** @param queried the calls that the node was asked about, of which `active` are running on it */
  handleReport(node: string, queried: readonly string[], active: readonly string[]): void {
    const running = new Set(active);
    for (const id of queried) {
      const call = this.#pending.get(id);
      if (!call) continue;
      if (running.has(id)) call.unclaimedPolls = 0;
      else {
        call.deniedBy.add(node);
        void this.#failIfLost(id);
      }
    }
  }

  markNodeUnreachable(node: string): void {
    this.#misses.set(node, (this.#misses.get(node) ?? 0) + 1);
    if (!this.#isGone(node)) return;
    for (const [id, { deniedBy }] of this.#pending) if (deniedBy.size > 0) void this.#failIfLost(id);
  }

  #isGone(node: string): boolean {
    return (this.#misses.get(node) ?? 0) >= MAX_MISSES;
  }

  #poll(): void {
    const now = performance.now();
    const overdue: [string, PendingCall][] = [];
    for (const [id, call] of this.#pending) {
      if (!this.#transport.isPending(id)) this.#pending.delete(id);
      else if (now - call.sentAt >= MIN_CALL_AGE_MS && now >= this.#resumeAt) overdue.push([id, call]);
    }
    if (overdue.length === 0) return;
    for (const [id, call] of overdue) {
      call.unclaimedPolls += 1;
      if (call.unclaimedPolls > MAX_UNCLAIMED_POLLS && this.#canRetry(call)) void this.#fail(id);
    }
    const nodes = this.#transport.nodes();
    for (const node of this.#misses.keys()) if (!nodes.includes(node)) this.#misses.delete(node);
    for (const node of nodes) {
      const ids = overdue.filter(([, { deniedBy }]) => !deniedBy.has(node)).map(([id]) => id);
      if (ids.length > 0 && !this.#isGone(node)) this.#transport.queryActiveCalls(node, ids);
    }
  }

  /** Another node, which answers, could do it: the only one that serves an action is awaited. */
  #canRetry({ readAction, deniedBy }: PendingCall): boolean {
    return readAction !== null && [...deniedBy].some((node) => this.#transport.serves(node, readAction));
  }

  async #failIfLost(id: string): Promise<void> {
    const call = this.#pending.get(id);
    if (!call) return;
    if (!this.#transport.nodes().every((node) => call.deniedBy.has(node) || this.#isGone(node))) return;
    await this.#fail(id);
  }

  async #fail(id: string): Promise<void> {
    this.#pending.delete(id);
    // The node that has just responded no longer works on it either; a large response may still be
    // decompressing.
    await this.#transport.flushIncoming();
    if (this.#transport.isPending(id)) this.#transport.fail(id);
  }
}

/** The calls that are running on this node. */
export class ActiveCalls {
  /** A retry has an id of its own. */
  readonly #ids = new Set<string>();

  async track(id: string, work: () => Promise<void>): Promise<void> {
    this.#ids.add(id);
    try {
      await work();
    } finally {
      this.#ids.delete(id);
    }
  }

  filterActive(ids: readonly string[]): string[] {
    return ids.filter((id) => this.#ids.has(id));
  }
}
