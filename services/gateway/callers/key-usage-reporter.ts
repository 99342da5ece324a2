/**
 * Reporter of requests with API keys to identity (decisions A16), each once its response is closed. The rows
 * wait in a queue (`kernel/service/key-usage-queue.ts`), so that a request costs no call.
 */
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { KeyUsageQueue } from '../../../shared/kernel/service/key-usage-queue.ts';
import { type RequestContext, statusForLogs } from '../request-context.ts';

/** The client closed the connection before the response; nginx logs the same number. */
const STATUS_CLIENT_CLOSED = 499;

export class KeyUsageReporter {
  readonly #queue: KeyUsageQueue;

  constructor(node: Node) {
    this.#queue = new KeyUsageQueue(node, 'gateway');
  }

  /** Records a request with a key, once its response is closed. */
  record(context: RequestContext, principal: Principal): void {
    const { request, response, requestId, clientIp, path } = context;
    if (principal.kind !== 'user' || principal.credential.type !== 'key') return;
    const row = {
      key_id: principal.credential.id,
      at: new Date().toISOString(),
      method: request.method ?? 'GET',
      address: clientIp,
      request_id: requestId,
    };
    response.once('close', () => {
      const status = statusForLogs(context) ?? STATUS_CLIENT_CLOSED;
      this.#queue.add({ ...row, route: context.route ?? path, status });
    });
  }

  /** Reports all rows; resolves once identity has them or is unavailable. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }
}
