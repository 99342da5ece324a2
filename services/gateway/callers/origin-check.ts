/**
 * Origin checks against cross-site requests: writes with a session, registration and sign-in, and MCP.
 */
import type { IncomingMessage } from 'node:http';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { isIpOrLocalhost } from './host-check.ts';

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
