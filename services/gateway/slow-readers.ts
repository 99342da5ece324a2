/**
 * Ends connections whose client does not take the answer it asked for (hardening H35). The idle limit of the server does not: a client
 * that sends a line now and then, and never reads, is not idle.
 */
import type { ServerResponse } from 'node:http';

export interface Patience {
  /**
   * How long nothing of a waiting answer may be taken. Answers are written in pieces of 256 KB, and the system tells in steps of about a
   * megabyte that it has room for the next: about the pace of 8 MB in the time of a whole answer.
   */
  stalledMs: number;
  /** How long one answer may take from its first byte, as long as a request may. */
  wholeMs: number;
  lookMs: number;
}
const PATIENCE: Patience = { stalledMs: 60_000, wholeMs: 600_000, lookMs: 5_000 };

/** How far an answer has come, and when it was seen to move. */
interface Progress {
  begunAt: number;
  movedAt: number;
  written: number;
  left: number;
}

export class SlowReaders {
  readonly #patience: Patience;
  readonly #underway = new Map<ServerResponse, Progress | null>();
  #looking: NodeJS.Timeout | undefined;

  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /** Looks now and then at all answers under way: a timer for each write would cost every answer. */
  start(): void {
    this.#looking = setInterval(() => this.look(), this.#patience.lookMs).unref();
  }

  stop(): void {
    clearInterval(this.#looking);
  }

  watch(response: ServerResponse): void {
    this.#underway.set(response, null);
    response.once('close', () => this.#underway.delete(response));
  }

  /** Ends the connections whose reader has been too slow until `now`, a time of the monotonic clock. */
  look(now = performance.now()): void {
    for (const [response, before] of this.#underway) {
      const { socket } = response;
      // Not begun, or behind another answer on its connection: its reader keeps nobody waiting.
      if (!socket || !response.headersSent) continue;
      const { bytesWritten: written, writableLength: left } = socket;
      const stands = before !== null && left > 0 && left === before.left && written === before.written;
      const progress = { begunAt: before?.begunAt ?? now, movedAt: stands ? before.movedAt : now, written, left };
      this.#underway.set(response, progress);
      const { stalledMs, wholeMs } = this.#patience;
      if (now - progress.movedAt >= stalledMs || now - progress.begunAt >= wholeMs) socket.destroy();
    }
  }
}
