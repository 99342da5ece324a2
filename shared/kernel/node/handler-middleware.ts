/**
 * Types of a function that runs around every handler (test nodes use one to check contracts and audit
 * entries, production has none), and of the audit and idempotency state of a call.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';

/** Audit and idempotency state of a call; the tests require one of these for every write. */
export interface ChangeReport {
  /** An audit entry without a result to replay. */
  audited: boolean;
  /** An audit entry with a result to replay. */
  completed: boolean;
  /** The result to replay. */
  finished: { result: unknown } | null;
  /** The statement that nothing changed. */
  unchanged: boolean;
}

/** Runs around every handler. */
export type HandlerMiddleware = (handler: {
  id: string;
  spec: EndpointSpec;
  /** Complete once `work` has ended. */
  changes: Readonly<ChangeReport>;
  /** @param beforeHandler runs between the checks of the resource and the handler */
  work: (beforeHandler?: () => Promise<void>) => Promise<unknown>;
}) => Promise<unknown>;
