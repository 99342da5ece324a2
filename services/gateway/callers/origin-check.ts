/**
 * Checks against cross-site requests: of the Origin of writes with a session, registration and sign-in, and MCP; and of
 * the Host against DNS rebinding. A page of another site whose name an attacker lets resolve to this machine would be
 * same-origin with a service on loopback, so such a service is reached by an IP address or a name of this machine.
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import ipaddr from 'ipaddr.js';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { memoiseText } from '../../../shared/kernel/validation/memoise.ts';

const isLoopback = memoiseText(
  (address) => isIP(address) !== 0 && ipaddr.process(address.split('%')[0] ?? '').range() === 'loopback',
);

const OWN_NAME = hostname().toLowerCase();

/** The name in a Host header. */
const nameOf = memoiseText((host) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host,
);

/** Whether a Host is an IP address or localhost, which an attacker cannot let resolve to this machine. */
const isIpOrLocalhost = (name: string): boolean =>
  /^(?:.+\.)?localhost\.?$/.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0;

/**
 * The error for a request on loopback that asks for another host; null for all others, and with BASE_URL: then a
 * proxy in front may write any Host.
 */
export function findForeignHost(config: Config, request: IncomingMessage): Error | null {
  const { host } = request.headers;
  // HTTP/1.0 has none, and no browser sends that.
  if (config.baseUrl !== null || host === undefined) return null;
  if (!isLoopback(request.socket.localAddress ?? '')) return null;
  const name = nameOf(host);
  if (isIpOrLocalhost(name) || name === OWN_NAME || name === config.host.toLowerCase()) return null;
  return apiError(
    'CROSS_SITE_REQUEST',
    'Without BASE_URL this service answers only to an IP address or localhost. Set BASE_URL to the address it is reached by.',
  );
}

/**
 * @param presence whether the Origin may be absent: `required` on a write with a session, `optional` on
 * register and login
 * @throws CROSS_SITE_REQUEST
 */
export function assertSameOrigin(
  config: Config,
  request: IncomingMessage,
  presence: 'required' | 'optional',
): void {
  const origin = request.headers.origin;
  if (origin === undefined) {
    const sameSite = request.headers['sec-fetch-site'] === 'same-origin';
    if (sameSite || (presence === 'optional' && request.headers['sec-fetch-site'] === undefined)) return;
  } else if (isOwnOrigin(config, request, origin)) return;
  throw apiError(
    'CROSS_SITE_REQUEST',
    `A write with a session cookie requires the header "Origin: ${ownOrigin(config, request)}". Browsers send it from pages of this service.`,
  );
}

/**
 * A page may use MCP when it is ours or of a configured origin. Without BASE_URL a page is ours only under an
 * IP address or localhost: a foreign name could resolve to this machine (DNS rebinding; the MCP specification
 * requires this check on every connection).
 * @throws CROSS_SITE_REQUEST
 */
export function assertMcpOrigin(config: Config, request: IncomingMessage): void {
  const { origin } = request.headers;
  if (origin === undefined || config.corsOrigins.includes(origin)) return;
  if (isOwnOrigin(config, request, origin) && (config.baseUrl !== null || isLocalOrigin(origin))) return;
  throw apiError(
    'CROSS_SITE_REQUEST',
    'MCP requests from this origin are not allowed. Add it to CORS_ORIGINS, or set BASE_URL.',
  );
}

const isLocalOrigin = (origin: string): boolean =>
  URL.canParse(origin) && isIpOrLocalhost(new URL(origin).hostname);

/** The origin named in the error message. */
const ownOrigin = (config: Config, { headers }: IncomingMessage): string =>
  config.baseUrl === null ? `http://${headers.host ?? 'HOST'}` : new URL(config.baseUrl).origin;

/** Our origin is BASE_URL, else the request's Host. */
function isOwnOrigin(config: Config, request: IncomingMessage, origin: string): boolean {
  if (config.baseUrl !== null) return origin === new URL(config.baseUrl).origin;
  const { host } = request.headers;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
