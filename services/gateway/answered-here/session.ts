/** Registering, signing in and out: the gateway owns the cookie, identity everything else (decisions A10, A11, A17). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sessionEndpoints } from '../../../shared/contracts/identity/session.ts';
import type { Config } from '../../../shared/kernel/config.ts';
import type { Node } from '../../../shared/kernel/node.ts';
import { readParams } from '../../../shared/kernel/params.ts';
import { sendJson } from '../answers/answer.ts';
import { roundUpDuration } from '../answers/constant-time.ts';
import { type Asked, ask } from '../asking.ts';
import type { Credentials } from '../callers/credentials.ts';
import { refuseForeignOrigin } from '../callers/origin.ts';
import type { RateLimits } from '../callers/rate-limits.ts';
import { readSessionToken, sessionCookie } from '../callers/session-cookie.ts';
import { networkOf } from '../requests/client-address.ts';
import type { AnswerHere, Arrived } from './answer-here.ts';

/** A registration takes about a quarter of this; what an address decides are a few milliseconds of it. */
const REGISTRATION_MS = 200;

/** The endpoints answered here, for the exchange. */
export function sessionAnswers(node: Node, credentials: Credentials, limits: RateLimits): [string, AnswerHere][] {
  const by = ({ caller, exchange }: Arrived): Asked => ({ caller, requestId: exchange.requestId });

  const register: AnswerHere = async (arrived) => {
    const { exchange } = arrived;
    refuseForeignOrigin(node.config, exchange.request, 'fine');
    const params = readParams(sessionEndpoints['account.register'], await arrived.params(), 'http');
    await limits.countRegistration(exchange.address);
    const register = () => ask(node, 'identity.register', { ...params, ...userAgent(exchange.request) }, by(arrived));
    // Without verification a taken address is told anyway.
    const provesAddress = node.config.emailVerification === 'required';
    const { status, account, ...session } = await (provesAddress ? roundUpDuration(REGISTRATION_MS, register) : register());
    setSessionCookie(node.config, exchange, session);
    await sendJson(exchange, status, account);
  };

  const login: AnswerHere = async (arrived) => {
    const { exchange } = arrived;
    refuseForeignOrigin(node.config, exchange.request, 'fine');
    const params = readParams(sessionEndpoints['account.login'], await arrived.params(), 'http');
    const address = networkOf(exchange.address);
    const { account, ...session } = await ask(
      node,
      'identity.signIn',
      { ...params, address, ...userAgent(exchange.request) },
      by(arrived),
    );
    setSessionCookie(node.config, exchange, session);
    await sendJson(exchange, 200, account);
  };

  const logout: AnswerHere = async (arrived) => {
    const { exchange } = arrived;
    await arrived.params();
    const token = readSessionToken(node.config, exchange.request) ?? '';
    const answer = await ask(node, 'identity.signOut', { session_token: token }, by(arrived));
    credentials.forgetAll();
    exchange.response.setHeader('Set-Cookie', sessionCookie(node.config, exchange.request, '', new Date(0)));
    await sendJson(exchange, 200, answer);
  };

  return [
    ['account.register', register],
    ['account.login', login],
    ['account.logout', logout],
  ];
}

const userAgent = (request: IncomingMessage): { userAgent?: string } => {
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
  response.setHeader('Set-Cookie', sessionCookie(config, request, session_token, new Date(session_ends_at)));
}
