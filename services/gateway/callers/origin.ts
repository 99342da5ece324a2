/** A write with a session must come from our own pages (decisions A11, A17; hardening H29). */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../../../shared/kernel/config.ts';
import { fail } from '../../../shared/kernel/errors.ts';

/**
 * @param absent what an absent Origin means: `required` on a write with a session, `fine` on register and login
 * @throws CROSS_SITE_REQUEST
 */
export function refuseForeignOrigin(config: Config, request: IncomingMessage, absent: 'required' | 'fine'): void {
  const origin = request.headers.origin;
  if (origin === undefined) {
    const sameSite = request.headers['sec-fetch-site'] === 'same-origin';
    if (sameSite || (absent === 'fine' && request.headers['sec-fetch-site'] === undefined)) return;
  } else if (isOurs(config, request, origin)) return;
  throw fail(
    'CROSS_SITE_REQUEST',
    `A change by session needs the header "Origin: ${ourOrigin(config, request)}", which a browser sends from a page of this service.`,
  );
}

/**
 * A page may speak MCP when it is ours or of a configured origin. Without BASE_URL a page is ours only under an address that needs no
 * name service: a name could have been bent to this machine to make a stranger's page look like ours (DNS rebinding; the MCP
 * specification asks for this check on every connection).
 * @throws CROSS_SITE_REQUEST
 */
export function refuseForeignPage(config: Config, request: IncomingMessage): void {
  const { origin } = request.headers;
  if (origin === undefined || config.corsOrigins.includes(origin)) return;
  if (isOurs(config, request, origin) && (config.baseUrl !== null || isNameless(origin))) return;
  throw fail(
    'CROSS_SITE_REQUEST',
    'This page may not speak MCP here. Its origin belongs into CORS_ORIGINS, or ours into BASE_URL.',
  );
}

/** An address of digits, or the one name that always means this machine. */
function isNameless(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/** The origin to send: for whoever writes requests by hand. */
const ourOrigin = (config: Config, { headers }: IncomingMessage): string =>
  config.baseUrl === null ? `http://${headers.host}` : new URL(config.baseUrl).origin;

/** "Ours" is BASE_URL, else the request's Host (A17). */
function isOurs(config: Config, request: IncomingMessage, origin: string): boolean {
  if (config.baseUrl !== null) return origin === new URL(config.baseUrl).origin;
  const { host } = request.headers;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
