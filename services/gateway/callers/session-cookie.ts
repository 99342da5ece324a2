/**
 * Reads and writes the two cookies of signing in: the token of a browser session, and the mark of a browser in which
 * somebody has signed in before. Identity decides what they mean and how long a session lasts
 * (`services/identity/sessions/model.ts`).
 */
import type { IncomingMessage } from 'node:http';
import { sessionCookieName } from '../../../shared/contracts/session-cookie-name.ts';
import { basePathOf } from '../../../shared/kernel/node/base-path.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { isForwardedHttps } from '../client-ip.ts';

type CookieName = 'session' | 'known_browser';

const cookieName = (name: CookieName, secure: boolean, basePath: string): string =>
  sessionCookieName(secure, basePath).replace(/session$/, name);

/** Whether the browser uses https, with us or with a trusted proxy. */
const isHttps = (config: Config, request: IncomingMessage): boolean =>
  config.baseUrl?.startsWith('https://') === true || isForwardedHttps(config, request);

/**
 * The session token of a request; null where two differ, because a neighbouring domain may have set one of
 * them. For the same reason the cookie without the prefix is ignored over https.
 */
export const readSessionToken = (config: Config, request: IncomingMessage): string | null =>
  readCookie('session', config, request);

/** The mark of a request's browser, to be verified by identity; null where two differ. */
export const readKnownBrowser = (config: Config, request: IncomingMessage): string | null =>
  readCookie('known_browser', config, request);

function readCookie(cookie: CookieName, config: Config, request: IncomingMessage): string | null {
  const name = cookieName(cookie, isHttps(config, request), basePathOf(config.baseUrl));
  const tokens = new Set<string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) tokens.add(pair.slice(at + 1).trim());
  }
  const [token] = tokens;
  return tokens.size === 1 && token ? token : null;
}

/** The `Set-Cookie` of a session that ends at this time; a past time deletes it. */
export const serializeSessionCookie = (
  config: Config,
  request: IncomingMessage,
  token: string,
  expires: Date,
): string => serializeCookie({ name: 'session', value: token, expires, sameSite: 'Lax' }, config, request);

/** The `Set-Cookie` of the mark of a browser; only sign-ins of our own pages send it. */
export const serializeKnownBrowser = (
  config: Config,
  request: IncomingMessage,
  value: string,
  expires: Date,
): string => serializeCookie({ name: 'known_browser', value, expires, sameSite: 'Strict' }, config, request);

interface Cookie {
  name: CookieName;
  value: string;
  expires: Date;
  sameSite: 'Lax' | 'Strict';
}

function serializeCookie(
  { name, value, expires, sameSite }: Cookie,
  config: Config,
  request: IncomingMessage,
): string {
  const secure = isHttps(config, request);
  const basePath = basePathOf(config.baseUrl);
  return `${cookieName(name, secure, basePath)}=${value}; Path=${basePath || '/'}; HttpOnly; SameSite=${sameSite}; Expires=${expires.toUTCString()}${secure ? '; Secure' : ''}`;
}
