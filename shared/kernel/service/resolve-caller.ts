/**
 * Resolves the caller of an action from the token in the meta of the call: a principal that another service or the
 * gateway has signed, or the live one of a program that signed in with a key; anonymous where a program signs in.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { isCallableBy } from '../../contracts/endpoint-callers.ts';
import type { BusCaller, ServiceName } from '../../contracts/services.ts';
import type { Principal } from '../auth/principal.ts';
import { apiError, unauthenticated } from '../errors/errors.ts';
import type { Node } from '../node/node.ts';
import type { KeyCallers } from './key-callers.ts';

export interface Caller {
  principal: Principal;
  /** Who sent the call. */
  sender: BusCaller;
  /** The key with which the sender signed in on the bus; null for any other caller. */
  keyId: number | null;
  /** Signs the same caller with this service as the sender. */
  reissueToken: () => string;
}

interface CalledAction {
  service: ServiceName;
  id: string;
  spec: EndpointSpec;
}

/**
 * @param token as sent; undefined without one
 * @throws UNAUTHENTICATED, SERVICE_UNAVAILABLE, PERMISSION_DENIED for a sender that may not call the action
 */
export async function resolveCaller(
  { tokens }: Node,
  keyCallers: KeyCallers,
  { service, id, spec }: CalledAction,
  token: unknown,
): Promise<Caller> {
  if (token === undefined && spec.signsIn) {
    const principal: Principal = { kind: 'anonymous', channel: 'bus' };
    return { principal, sender: 'tools', keyId: null, reissueToken: () => tokens.sign(principal, service) };
  }
  const payload = tokens.verify(token);
  if (!payload || typeof token !== 'string') throw refusal(tokens, token);
  const { sender, keyHash } = payload;
  if (!isCallableBy(spec, sender))
    throw apiError('PERMISSION_DENIED', `${sender} is not allowed to call ${id}.`);
  if (keyHash === undefined) {
    const reissueToken = (): string => tokens.reissue(token, payload, service);
    return { principal: payload.principal, sender, keyId: null, reissueToken };
  }
  const principal = await keyCallers.find(keyHash);
  if (principal?.credential.type !== 'key') throw unauthenticated();
  return {
    principal,
    sender,
    keyId: principal.credential.id,
    reissueToken: () => tokens.sign(principal, service),
  };
}

/**
 * A genuine token that is not yet or no longer valid means that the clocks of two nodes differ: 503, since 401 would sign the
 * user out.
 */
const refusal = (tokens: Node['tokens'], token: unknown): Error =>
  tokens.isOfOtherClock(token)
    ? apiError(
        'SERVICE_UNAVAILABLE',
        'The clocks of two nodes differ by minutes. Try again in a few seconds.',
      )
    : unauthenticated();
