/** Queue of rows for the usage log of API keys, which identity keeps. */
import type { InputOf } from '../../contracts/endpoint.ts';
import type { EndpointMap } from '../../contracts/index.ts';
import type { ServiceName } from '../../contracts/services.ts';
import { callAsService, type Node } from '../node/node.ts';
import { ReportQueue } from './report-queue.ts';

type UsageRow = InputOf<EndpointMap['identity.recordUsage']>['rows'][number];

export class KeyUsageQueue {
  readonly #queue: ReportQueue<UsageRow>;

  /** @param service the sender of the reports */
  constructor(node: Node, service: ServiceName) {
    this.#queue = new ReportQueue({
      node,
      what: 'key usage records',
      send: (report) => callAsService(node, service, 'identity.recordUsage', report),
    });
  }

  add(row: UsageRow): void {
    this.#queue.add(row);
  }

  /** Reports all rows; resolves once identity has them or is unavailable. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }
}
