/**
 * Queue of rows for the usage log of API keys (decisions A16): sent to identity twice a second, repeated while
 * identity is unavailable (the newest 20,000), and sent once more before the node stops. A call costs no
 * further one; a killed process loses its queue.
 */
import { randomUUID } from 'node:crypto';
import type { InputOf } from '../../contracts/endpoint.ts';
import type { EndpointMap } from '../../contracts/index.ts';
import type { ServiceName } from '../../contracts/services.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { runOutsideRequest } from '../logging/request-id.ts';
import { callAsService, type Node } from '../node/node.ts';

type UsageRow = InputOf<EndpointMap['identity.recordUsage']>['rows'][number];

const FLUSH_INTERVAL_MS = 500;
const BATCH_SIZE = 500;
/** Rows kept while identity is unavailable; beyond this the oldest are dropped. */
const MAX_QUEUED_ROWS = 20_000;

export class KeyUsageQueue {
  readonly #node: Node;
  readonly #service: ServiceName;
  #rows: UsageRow[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Reports are sent one after another. */
  #lastFlush: Promise<void> = Promise.resolve();

  /** @param service the sender of the reports */
  constructor(node: Node, service: ServiceName) {
    this.#node = node;
    this.#service = service;
  }

  add(row: Omit<UsageRow, 'id'>): void {
    this.#rows.push({ id: randomUUID(), ...row });
    if (this.#rows.length > MAX_QUEUED_ROWS) {
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
    while (this.#rows.length > 0) {
      const rows = this.#rows.splice(0, BATCH_SIZE);
      try {
        await callAsService(this.#node, this.#service, 'identity.recordUsage', { rows });
      } catch (error) {
        const { status } = toErrorInfo(error);
        if (status < 500) {
          this.#node.log.error(`${rows.length} key usage records lost: identity rejected them`, error);
          continue;
        }
        if (status === 500)
          this.#node.log.error(`could not report ${rows.length} key usage records; retrying`, error);
        // Reported again under the same ids: identity stores a row once.
        this.#rows.unshift(...rows);
        this.#scheduleFlush();
        return;
      }
    }
    if (this.#dropped > 0)
      this.#node.log.warn(`${this.#dropped} key usage records lost: identity was unavailable for too long`);
    this.#dropped = 0;
  }
}
