/**
 * Ends connections whose client does not take the answer it asked for (hardening H35). The idle limit of the server does not: a client
 * that sends a line now and then, and never reads, is not idle.
 */
import type { ServerResponse } from 'node:http';

export interface SlowClientLimits {
  /**
   * How long nothing of a waiting answer may be taken. Answers are written in pieces of 256 KB, and the system tells in steps of about a
   * megabyte that it has room for the next: about the pace of 8 MB in the time of a whole answer.
   */
  maxStallMs: number;
  /** How long one answer may take from its first byte, as long as a request may. */
  maxResponseMs: number;
  checkIntervalMs: number;
}
const DEFAULT_LIMITS: SlowClientLimits = { maxStallMs: 60_000, maxResponseMs: 600_000, checkIntervalMs: 5_000 };

/** How far an answer has come, and when it was seen to move. */
interface ResponseProgress {
  startedAt: number;
  lastProgressAt: number;
  written: number;
  unsent: number;
}

export class SlowClientMonitor {
  readonly #limits: SlowClientLimits;
  readonly #activeResponses = new Map<ServerResponse, ResponseProgress | null>();
  #timer: NodeJS.Timeout | undefined;

  constructor(patience = DEFAULT_LIMITS) {
    this.#limits = patience;
  }

  /** Looks now and then at all answers under way: a timer for each write would cost every answer. */
  start(): void {
    this.#timer = setInterval(() => this.disconnectSlowClients(), this.#limits.checkIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  watch(response: ServerResponse): void {
    this.#activeResponses.set(response, null);
    response.once('close', () => this.#activeResponses.delete(response));
  }

  /** Ends the connections whose reader has been too slow until `now`, a time of the monotonic clock. */
  disconnectSlowClients(now = performance.now()): void {
    for (const [response, before] of this.#activeResponses) {
      const { socket } = response;
      // Not begun, or behind another answer on its connection: its reader keeps nobody waiting.
      if (!socket || !response.headersSent) continue;
      const { bytesWritten: written, writableLength: unsent } = socket;
      const isStalled = before !== null && unsent > 0 && unsent === before.unsent && written === before.written;
      const lastProgressAt = isStalled ? before.lastProgressAt : now;
      const progress = { startedAt: before?.startedAt ?? now, lastProgressAt, written, unsent };
      this.#activeResponses.set(response, progress);
      const { maxStallMs, maxResponseMs } = this.#limits;
      if (now - progress.lastProgressAt >= maxStallMs || now - progress.startedAt >= maxResponseMs) socket.destroy();
    }
  }
}
