/** The context of the calls that a handler makes, from that of the call which it handles. */
import type { Context } from 'moleculer';

/** What nested calls get of the meta of a call; never its conditions, which give a result another shape. */
interface NestedMeta {
  abortId?: unknown;
  idempotencyKey?: unknown;
  /** The request changes nothing, with all its calls. */
  isRead?: unknown;
  traceId?: unknown;
}

/** The context of a call, as Moleculer gives it to an action. */
export type CallContext = Context<unknown, NestedMeta & { principal?: unknown; dryRun?: unknown }>;

/**
 * A copy of a call's context, as the parent of nested calls. Moleculer merges their meta into that of the
 * parent, which returns to the caller and is sent with its retries: a token with another sender would be sent
 * as the caller's own.
 */
export function parentContext(context: CallContext): CallContext {
  const parent = context.copy();
  parent.id = context.id;
  // Nested calls share the timeout of this one.
  parent.startHrTime = context.startHrTime;
  parent.meta = nestedMeta(context.meta);
  return parent;
}

const nestedMeta = ({ abortId, idempotencyKey, isRead, traceId }: NestedMeta): NestedMeta => ({
  abortId,
  idempotencyKey,
  isRead: isRead === true,
  traceId,
});
