/**
 * What keys were used for, on its way to identity (decisions A16): collected here, reported twice a second and before the gateway stops,
 * so that a request costs no call of its own and a killed process loses less than a second.
 */
import { randomUUID } from 'node:crypto';
import type { Input } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { Principal } from '../../../shared/kernel/callers/principal.ts';
import { readError } from '../../../shared/kernel/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import type { Exchange } from '../exchange.ts';

type Row = Input<EndpointMap['identity.recordUsage']>['rows'][number];

const EVERY_MS = 500;
const BATCH = 500;
/** While identity is away rows wait, up to this many; then the oldest go. */
const CAPACITY = 20_000;
/** The caller went away before there was an answer; other servers write the same number. */
const GONE = 499;

export class KeyUsage {
  readonly #node: Node;
  #rows: Row[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Reports follow each other. */
  #reporting: Promise<void> = Promise.resolve();

  constructor(node: Node) {
    this.#node = node;
  }

  /** Notes a request that came with a key; its status is known once the answer has left. */
  note(exchange: Exchange, principal: Principal): void {
    const { request, response, requestId, address, path } = exchange;
    if (principal.kind !== 'user' || principal.credential.type !== 'key') return;
    const row = {
      id: randomUUID(),
      key_id: principal.credential.id,
      at: new Date().toISOString(),
      method: request.method ?? 'GET',
      address,
      request_id: requestId,
    };
    response.once('close', () => {
      const status = response.headersSent ? (exchange.outcome ?? response.statusCode) : GONE;
      this.#keep({ ...row, route: exchange.route ?? path, status });
    });
  }

  /** Reports all that is there; resolves once identity has it or is found to be away. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#reporting = this.#reporting.then(() => this.#report());
    await this.#reporting;
  }

  #keep(row: Row): void {
    this.#rows.push(row);
    if (this.#rows.length > CAPACITY) {
      this.#rows.shift();
      this.#dropped += 1;
    }
    this.#later();
  }

  #later(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => void this.flush(), EVERY_MS);
    this.#timer.unref();
  }

  async #report(): Promise<void> {
    while (this.#rows.length > 0) {
      const rows = this.#rows.splice(0, BATCH);
      try {
        await callAsService(this.#node, 'gateway', 'identity.recordUsage', { rows });
      } catch (error) {
        const { status } = readError(error);
        if (status < 500) {
          this.#node.log.error(`${rows.length} rows of key usage are lost: identity refuses them`, error);
          continue;
        }
        if (status === 500) this.#node.log.error(`${rows.length} rows of key usage wait`, error);
        // Reported again under the same ids: what had arrived all the same is kept once.
        this.#rows.unshift(...rows);
        this.#later();
        return;
      }
    }
    if (this.#dropped > 0) this.#node.log.warn(`${this.#dropped} rows of key usage are lost: identity was away too long`);
    this.#dropped = 0;
  }
}
