/** Registering, signing in and out: the gateway owns the cookie, identity everything else (decisions A10, A11, A17). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionEndpoints } from '../../../shared/contracts/identity/session.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import type { Authenticator } from '../callers/authenticator.ts';
import { assertSameOrigin } from '../callers/origin-check.ts';
import type { RateLimits } from '../callers/rate-limits.ts';
import { readSessionToken, serializeSessionCookie } from '../callers/session-cookie.ts';
import { rateLimitNetwork } from '../requests/client-ip.ts';
import { roundUpDuration } from '../responses/constant-time.ts';
import { sendJson } from '../responses/send-response.ts';
import { callAction, type ServiceCallOptions } from '../service-calls.ts';
import type { LocalHandler, LocalRequest } from './local-handler.ts';

/** A registration takes about a quarter of this; what an address decides are a few milliseconds of it. */
const REGISTRATION_STEP_MS = 200;

/** The endpoints answered here, for the context. */
export function createSessionHandlers(node: Node, credentials: Authenticator, limits: RateLimits): [string, LocalHandler][] {
  const by = ({ caller, context }: LocalRequest): ServiceCallOptions => ({ caller, requestId: context.requestId });

  const register: LocalHandler = async (arrived) => {
    const { context } = arrived;
    assertSameOrigin(node.config, context.request, 'fine');
    const params = parseParams(sessionEndpoints['account.register'], await arrived.readRawParams(), 'http');
    await limits.countRegistration(context.clientIp);
    const register = () => callAction(node, 'identity.register', { ...params, ...userAgentParam(context.request) }, by(arrived));
    // Without verification a taken address is told anyway.
    const provesAddress = node.config.emailVerification === 'required';
    const { status, account, ...session } = await (provesAddress ? roundUpDuration(REGISTRATION_STEP_MS, register) : register());
    setSessionCookie(node.config, context, session);
    await sendJson(context, status, account);
  };

  const login: LocalHandler = async (arrived) => {
    const { context } = arrived;
    assertSameOrigin(node.config, context.request, 'fine');
    const params = parseParams(sessionEndpoints['account.login'], await arrived.readRawParams(), 'http');
    const address = rateLimitNetwork(context.clientIp);
    const { account, ...session } = await callAction(
      node,
      'identity.signIn',
      { ...params, address, ...userAgentParam(context.request) },
      by(arrived),
    );
    setSessionCookie(node.config, context, session);
    await sendJson(context, 200, account);
  };

  const logout: LocalHandler = async (arrived) => {
    const { context } = arrived;
    await arrived.readRawParams();
    const token = readSessionToken(node.config, context.request) ?? '';
    const answer = await callAction(node, 'identity.signOut', { session_token: token }, by(arrived));
    credentials.clearCache();
    context.response.setHeader('Set-Cookie', serializeSessionCookie(node.config, context.request, '', new Date(0)));
    await sendJson(context, 200, answer);
  };

  return [
    ['account.register', register],
    ['account.login', login],
    ['account.logout', logout],
  ];
}

const userAgentParam = (request: IncomingMessage): { userAgent?: string } => {
  const header = request.headers['user-agent'];
  return header ? { userAgent: header.slice(0, 1000) } : {};
};

function setSessionCookie(
  config: Config,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { session_token, session_ends_at }: { session_token: string | null; session_ends_at: string | null },
): void {
  // No session yet: an address to verify or an approval to wait for.
  if (session_token === null || session_ends_at === null) return;
  response.setHeader('Set-Cookie', serializeSessionCookie(config, request, session_token, new Date(session_ends_at)));
}
