/**
 * Monitor that disconnects clients which read their response too slowly or not at all. The
 * idle limit of the server does not catch them: a client that sends a line now and then is not idle.
 */
import type { ServerResponse } from 'node:http';
import { whenClosed } from './responses/when-closed.ts';

interface SlowClientLimits {
  /**
   * How long a client may read nothing. Responses are written in chunks of 256 KB, and the system reports
   * progress in steps of about a megabyte: the slowest accepted pace is about 8 MB in `maxResponseMs`.
   */
  maxStallMs: number;
  /** How long one response may take from its first byte: as long as a request. */
  maxResponseMs: number;
  checkIntervalMs: number;
}
const DEFAULT_LIMITS: SlowClientLimits = {
  maxStallMs: 60_000,
  maxResponseMs: 600_000,
  checkIntervalMs: 5_000,
};

/** The bytes that a response has sent, and when it last made progress. */
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

  constructor(limits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /** Checks all responses at intervals: a timer for each write would cost every response. */
  start(): void {
    this.#timer = setInterval(() => this.disconnectSlowClients(), this.#limits.checkIntervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  watch(response: ServerResponse): void {
    this.#activeResponses.set(response, null);
    whenClosed(response, () => this.#activeResponses.delete(response));
  }

  /** @param now a time of the monotonic clock */
  disconnectSlowClients(now = performance.now()): void {
    for (const [response, before] of this.#activeResponses) {
      const { socket } = response;
      // Not begun, or queued after another response of its connection.
      if (!socket || !response.headersSent) continue;
      const { bytesWritten: written, writableLength: unsent } = socket;
      const isStalled =
        before !== null && unsent > 0 && unsent === before.unsent && written === before.written;
      const lastProgressAt = isStalled ? before.lastProgressAt : now;
      const progress = { startedAt: before?.startedAt ?? now, lastProgressAt, written, unsent };
      this.#activeResponses.set(response, progress);
      const { maxStallMs, maxResponseMs } = this.#limits;
      if (now - progress.lastProgressAt >= maxStallMs || now - progress.startedAt >= maxResponseMs)
        socket.destroy();
    }
  }
}
