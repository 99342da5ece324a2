/** The cookie of a browser session (decision A11; hardening H29). */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../../shared/kernel/node/config.ts';

/** Over https a name that only this very host can set: the prefix is the browser's promise. */
const cookieName = (secure: boolean): string => (secure ? '__Host-css_session' : 'css_session');

/** Whether the browser speaks https with us, directly or through a trusted proxy. */
const isHttps = (config: Config, request: IncomingMessage): boolean =>
  config.baseUrl?.startsWith('https://') === true || (config.trustProxy && request.headers['x-forwarded-proto'] === 'https');

/**
 * The session token of a request. Of two that differ neither counts: a neighbouring domain may have set one of them. For the same
 * reason the name without the prefix says nothing over https.
 */
export function readSessionToken(config: Config, request: IncomingMessage): string | null {
  const wanted = cookieName(isHttps(config, request));
  const tokens = new Set<string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === wanted) tokens.add(pair.slice(at + 1).trim());
  }
  const [token] = tokens;
  return tokens.size === 1 && token ? token : null;
}

/** The `Set-Cookie` of a session that ends at this time; with a past time it is taken away. */
export function serializeSessionCookie(config: Config, request: IncomingMessage, token: string, expires: Date): string {
  const secure = isHttps(config, request);
  return `${cookieName(secure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expires.toUTCString()}${secure ? '; Secure' : ''}`;
}
