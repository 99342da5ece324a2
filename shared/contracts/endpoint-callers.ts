/**
 * Functions that tell from a contract who may call an endpoint: programs on the bus, models over MCP, other services,
 * keys.
 */
import type { EndpointSpec } from './endpoint.ts';
import type { BusCaller } from './services.ts';

/**
 * Whether tools call the endpoint on the bus. Files are exchanged only over HTTP, and what takes a password
 * or a mailed token instead of a credential is for people (A24).
 */
export const isForTools = ({
  http,
  bodyEncoding,
  responseType,
  credential,
  mutates,
}: EndpointSpec): boolean =>
  http !== undefined && !bodyEncoding && !responseType && !(credential === 'ignored' && mutates);

/**
 * Whether the sender may call the action: checked by its service and, through permissions, by the NATS server
 * (H31).
 */
export const isCallableBy = (spec: EndpointSpec, caller: BusCaller): boolean =>
  (caller === 'gateway' && spec.http !== undefined) ||
  (caller === 'tools' && isForTools(spec)) ||
  spec.calledBy?.includes(caller) === true;

/** Whether no key opens the endpoint: one for sessions, or one that takes a password or a token of a mail. */
export const takesNoKey = ({ auth, credential, mutates }: EndpointSpec): boolean =>
  auth === 'session_only' || (credential === 'ignored' && mutates);
