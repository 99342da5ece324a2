/**
 * Errors as a program on the bus receives them: code, status and sentence of the same call over HTTP, and nothing about
 * the node, the stack or the cause.
 */
import { toErrorInfo } from '../errors/errors.ts';
import { type Packet, PROTOCOL_VERSION } from './packet-members.ts';
import { isRetryable } from './timed-out-calls.ts';

/** An error in the form of Moleculer's packets. */
interface ProgramError {
  name: string;
  message: string;
  code: number;
  type: string;
  /** Whether the same read can be sent again immediately. */
  retryable: boolean;
  data: object;
}

/** @param error as it was thrown, or as it would be sent to a node */
function errorForProgram(error: unknown): ProgramError {
  const { code, status, detail, extras } = toErrorInfo(error);
  // Over HTTP a header.
  const { replayed: _, ...data } = extras;
  return {
    name: 'MoleculerClientError',
    message: detail,
    code: status,
    type: code,
    retryable: code === 'SERVICE_UNAVAILABLE' && isRetryable(error),
    data,
  };
}

/** A response for a program. @param user the NATS user of this node, which is all that it learns of nodes */
export function responseForProgram(payload: Packet['payload'], user: string): object {
  const error = payload.error ? { error: errorForProgram(payload.error) } : {};
  return { ...payload, ...error, meta: {}, ver: PROTOCOL_VERSION, sender: `${user}.node` };
}
