/**
 * Queue of rows that are reported to identity: sent twice a second, repeated while it is unavailable (the newest
 * 20,000), and sent once more before the node stops. A call costs no further one; a killed process loses its queue.
 */
import { randomUUID } from 'node:crypto';
import { toErrorInfo } from '../errors/errors.ts';
import { runOutsideRequest } from '../logging/request-id.ts';
import type { Node } from '../node/node.ts';

/** What is sent at once. A report that is sent again has the same id and the same rows. */
interface Report<Row> {
  id: string;
  rows: Row[];
}

interface Deps<Row> {
  node: Node;
  /** What the rows are, in the plural, for the log. */
  what: string;
  send: (report: Report<Row>) => Promise<unknown>;
}

const FLUSH_INTERVAL_MS = 500;
const BATCH_SIZE = 500;
/** Rows kept while identity is unavailable; beyond this the oldest are dropped that no report has yet. */
const MAX_QUEUED_ROWS = 20_000;

export class ReportQueue<Row> {
  readonly #deps: Deps<Row>;
  #rows: Row[] = [];
  /** The report that identity may have received or not. */
  #unanswered: Report<Row> | null = null;
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Reports are sent one after another. */
  #lastFlush: Promise<void> = Promise.resolve();

  constructor(deps: Deps<Row>) {
    this.#deps = deps;
  }

  add(row: Row): void {
    this.#rows.push(row);
    const unanswered = this.#unanswered?.rows.length ?? 0;
    if (unanswered + this.#rows.length > MAX_QUEUED_ROWS) {
      this.#rows.shift();
      this.#dropped += 1;
    }
    this.#scheduleFlush();
  }

  /** Reports all rows; resolves once identity has them or is unavailable. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#lastFlush = this.#lastFlush.then(() => this.#sendReports());
    await this.#lastFlush;
  }

  #scheduleFlush(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => runOutsideRequest(() => void this.flush()), FLUSH_INTERVAL_MS);
    this.#timer.unref();
  }

  async #sendReports(): Promise<void> {
    const { node, what, send } = this.#deps;
    while (this.#unanswered || this.#rows.length > 0) {
      this.#unanswered ??= { id: randomUUID(), rows: this.#rows.splice(0, BATCH_SIZE) };
      const { length } = this.#unanswered.rows;
      try {
        await send(this.#unanswered);
      } catch (error) {
        const { status } = toErrorInfo(error);
        if (status >= 500) {
          if (status === 500) node.log.error(`could not report ${length} ${what}; retrying`, error);
          this.#scheduleFlush();
          return;
        }
        node.log.error(`${length} ${what} lost: identity rejected them`, error);
      }
      this.#unanswered = null;
    }
    if (this.#dropped > 0)
      node.log.warn(`${this.#dropped} ${what} lost: identity was unavailable for too long`);
    this.#dropped = 0;
  }
}
