/** What runs around every handler: nothing in production, on test nodes the check of its contract. */
import type { EndpointSpec } from '../../contracts/endpoint.ts';

/** What a call has done about the change it makes; the tests demand something of every write. */
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
  work: () => Promise<unknown>;
}) => Promise<unknown>;
