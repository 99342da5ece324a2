/**
 * HTTP endpoints to register, sign in and sign out: the gateway checks the origin, limits registrations,
 * rounds up their duration where emails are verified, and sets or deletes the cookies of the session
 * and of the known browser; identity does the rest.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sessionEndpoints } from '../../../shared/contracts/identity/session.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { createdLocation } from '../../../shared/kernel/representations/created-location.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import { assertSameOrigin } from '../callers/origin-check.ts';
import {
  readKnownBrowser,
  readSessionToken,
  serializeKnownBrowser,
  serializeSessionCookie,
} from '../callers/session-cookie.ts';
import { rateLimitNetwork } from '../client-ip.ts';
import type { HttpContext } from '../http-context.ts';
import type { GatewayService } from '../open-gateway.ts';
import { locationHeader } from '../responses/representation-headers.ts';
import { sendJson } from '../responses/send-response.ts';
import { callAction, type ServiceCallOptions } from '../service-calls.ts';
import type { AuthorizedRequest, LocalEndpoint } from './local-endpoint.ts';

/**
 * A registration takes about a quarter of this; whether the email has an account makes a difference of a few
 * milliseconds.
 */
const REGISTRATION_STEP_MS = 200;

/** The session endpoints by id. */
export function createSessionEndpoints({
  node,
  authenticator,
  rateLimits,
}: GatewayService): [string, LocalEndpoint][] {
  const { config } = node;
  const authorize: LocalEndpoint['authorize'] = ({ context }) =>
    assertSameOrigin(config, context.request, 'optional');

  const register: LocalEndpoint['respond'] = async (request, sent) => {
    const { context } = request;
    const params = parseParams(sessionEndpoints['account.register'], sent, 'http');
    await rateLimits.countRegistration(context.clientIp);
    const call = () =>
      callAction(
        node,
        'identity.register',
        { ...params, ...browserOf(config, context) },
        callOptions(request),
      );
    // Without verification the response says whether the email has an account anyway.
    const hidesAccounts = config.emailVerification === 'required';
    const { status, account, ...session } = await (hidesAccounts
      ? roundUpDuration(REGISTRATION_STEP_MS, call)
      : call());
    setSessionCookie(config, context, session);
    const location =
      status === 201 ? createdLocation(sessionEndpoints['account.register'], params, account) : null;
    await sendJson(context, status, account, location === null ? {} : locationHeader(context, location));
    return true;
  };

  const login: LocalEndpoint['respond'] = async (request, sent) => {
    const { context } = request;
    const params = parseParams(sessionEndpoints['account.login'], sent, 'http');
    const { account, ...session } = await callAction(
      node,
      'identity.signIn',
      { ...params, ...browserOf(config, context) },
      callOptions(request),
    );
    setSessionCookie(config, context, session);
    await sendJson(context, 200, account);
    return true;
  };

  const logout: LocalEndpoint['respond'] = async (request) => {
    const { context } = request;
    const token = readSessionToken(config, context.request) ?? '';
    const result = await callAction(node, 'identity.signOut', { session_token: token }, callOptions(request));
    authenticator.clearCache();
    context.response.setHeader(
      'Set-Cookie',
      serializeSessionCookie(config, context.request, '', new Date(0)),
    );
    await sendJson(context, 200, result);
    return true;
  };

  return [
    ['account.register', { authorize, respond: register }],
    ['account.login', { authorize, respond: login }],
    ['account.logout', { respond: logout }],
  ];
}

const callOptions = ({ caller, context }: AuthorizedRequest): ServiceCallOptions => ({
  caller,
  requestId: context.requestId,
  trace: context.trace,
});

/** The members by which identity recognises the browser. */
function browserOf(config: Config, { request, clientIp }: HttpContext) {
  const client = request.headers['user-agent'];
  const mark = readKnownBrowser(config, request);
  return {
    address: rateLimitNetwork(clientIp),
    ...(client === undefined ? {} : { client: visibleAscii(client) }),
    ...(mark === null ? {} : { known_browser: mark }),
  };
}

/** A header may have other bytes, which nobody should see in a list. */
const visibleAscii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');

interface OpenedSession {
  session_token: string | null;
  session_ends_at: string | null;
  known_browser: string | null;
  known_browser_ends_at: string | null;
}

/** Sets the cookies, if there is a session: an account may still wait for verification or approval. */
function setSessionCookie(
  config: Config,
  { request, response }: HttpContext,
  { session_token, session_ends_at, known_browser, known_browser_ends_at }: OpenedSession,
): void {
  if (session_token === null || session_ends_at === null) return;
  const cookies = [serializeSessionCookie(config, request, session_token, new Date(session_ends_at))];
  if (known_browser !== null && known_browser_ends_at !== null)
    cookies.push(serializeKnownBrowser(config, request, known_browser, new Date(known_browser_ends_at)));
  response.setHeader('Set-Cookie', cookies);
}

/** Timers are precise to whole milliseconds: the last two are spent in smaller steps. */
const TIMER_PRECISION_MS = 2;

/**
 * Runs `work` and waits, whether it succeeds or not, until a whole number of steps has passed.
 * @param stepMs well above the duration of the work
 * @throws what `work` throws
 */
async function roundUpDuration<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    const due = startedAt + Math.ceil((performance.now() - startedAt) / stepMs) * stepMs;
    const remaining = Math.floor(due - performance.now()) - TIMER_PRECISION_MS;
    if (remaining > 0) await setTimeout(remaining);
    while (performance.now() < due) await setImmediate();
  }
}
