/**
 * Reporter of requests with API keys to identity (decisions A16): queued, sent twice a second, repeated while
 * identity is unavailable (the newest 20,000), and sent once more before the gateway stops. A request costs
 * no call; a killed process loses its queue.
 */
import { randomUUID } from 'node:crypto';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { runOutsideRequest } from '../../../shared/kernel/logging/request-id.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import type { RequestContext } from '../request-context.ts';

type UsageRow = InputOf<EndpointMap['identity.recordUsage']>['rows'][number];

const FLUSH_INTERVAL_MS = 500;
const BATCH_SIZE = 500;
/** Rows kept while identity is unavailable; beyond this the oldest are dropped. */
const MAX_QUEUED_ROWS = 20_000;
/** The client closed the connection before the response; nginx logs the same number. */
const STATUS_CLIENT_CLOSED = 499;

export class KeyUsageReporter {
  readonly #node: Node;
  #rows: UsageRow[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Reports are sent one after another. */
  #lastFlush: Promise<void> = Promise.resolve();

  constructor(node: Node) {
    this.#node = node;
  }

  /** Records a request with a key, once its response is closed. */
  record(context: RequestContext, principal: Principal): void {
    const { request, response, requestId, clientIp, path } = context;
    if (principal.kind !== 'user' || principal.credential.type !== 'key') return;
    const row = {
      id: randomUUID(),
      key_id: principal.credential.id,
      at: new Date().toISOString(),
      method: request.method ?? 'GET',
      address: clientIp,
      request_id: requestId,
    };
    response.once('close', () => {
      const status = response.headersSent
        ? (context.loggedStatus ?? response.statusCode)
        : STATUS_CLIENT_CLOSED;
      this.#enqueue({ ...row, route: context.route ?? path, status });
    });
  }

  /** Reports all rows; resolves once identity has them or is unavailable. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#lastFlush = this.#lastFlush.then(() => this.#sendReports());
    await this.#lastFlush;
  }

  #enqueue(row: UsageRow): void {
    this.#rows.push(row);
    if (this.#rows.length > MAX_QUEUED_ROWS) {
      this.#rows.shift();
      this.#dropped += 1;
    }
    this.#scheduleFlush();
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
        await callAsService(this.#node, 'gateway', 'identity.recordUsage', { rows });
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
