/** Queue of refused permissions, which identity records in the audit trail and the log. */
import type { InputOf } from '../../contracts/endpoint.ts';
import type { EndpointMap } from '../../contracts/index.ts';
import type { ServiceName } from '../../contracts/services.ts';
import type { Principal } from '../auth/principal.ts';
import { type ErrorExtras, toErrorInfo } from '../errors/errors.ts';
import { callAsService, type Node } from '../node/node.ts';
import { ReportQueue } from './report-queue.ts';

type RefusalRow = InputOf<EndpointMap['identity.recordRefusals']>['rows'][number];

/** What was refused. */
export type RefusedPermission = Pick<RefusalRow, 'code' | 'permission'>;

/** The refused permission of an error or problem document; null for any other. */
export function toRefusedPermission(
  code: string,
  metadata: ErrorExtras['metadata'],
): RefusedPermission | null {
  if (code !== 'PERMISSION_DENIED' && code !== 'SESSION_REQUIRED') return null;
  const permission = metadata?.permission;
  return { code, permission: typeof permission === 'string' ? permission : null };
}

/** The request that was refused. */
interface RefusedRequest {
  endpoint: string;
  requestId: string;
  /** The network address of the client, or the node of a program. */
  network: string;
}

export class RefusalQueue {
  readonly #queue: ReportQueue<RefusalRow>;

  /** @param service the sender of the reports */
  constructor(node: Node, service: ServiceName) {
    this.#queue = new ReportQueue({
      node,
      what: 'refused permissions',
      send: ({ rows }) => callAsService(node, service, 'identity.recordRefusals', { rows }),
    });
  }

  /** Nothing for a caller without an account, who is asked to sign in. */
  add(refused: RefusedPermission, principal: Principal, request: RefusedRequest): void {
    if (principal.kind !== 'user') return;
    const { user, credential, channel } = principal;
    this.#queue.add({
      ...refused,
      user_id: user.id,
      channel,
      key_id: credential.type === 'key' ? credential.id : null,
      endpoint: request.endpoint,
      request_id: request.requestId,
      network: request.network,
    });
  }

  /** @param error of a call; one that is no refusal is left out */
  addError(error: unknown, principal: Principal, request: RefusedRequest): void {
    const { code, extras } = toErrorInfo(error);
    const refused = toRefusedPermission(code, extras.metadata);
    if (refused) this.add(refused, principal, request);
  }

  /** Reports all rows; resolves once identity has them or is unavailable. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }
}
