/**
 * Cookie of a browser session: the token in a request, and the `Set-Cookie` that sets or deletes it (decision
 * A11; hardening H29). Sessions themselves belong to identity.
 */
import type { IncomingMessage } from 'node:http';
import { sessionCookieName } from '../../../shared/contracts/session-cookie-name.ts';
import { basePathOf } from '../../../shared/kernel/node/base-path.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { isForwardedHttps } from '../client-ip.ts';

/** Whether the browser uses https, with us or with a trusted proxy. */
const isHttps = (config: Config, request: IncomingMessage): boolean =>
  config.baseUrl?.startsWith('https://') === true || isForwardedHttps(config, request);

/**
 * The session token of a request; null where two differ, because a neighbouring domain may have set one of
 * them. For the same reason the cookie without the prefix is ignored over https.
 */
export function readSessionToken(config: Config, request: IncomingMessage): string | null {
  const name = sessionCookieName(isHttps(config, request), basePathOf(config.baseUrl));
  const tokens = new Set<string>();
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) tokens.add(pair.slice(at + 1).trim());
  }
  const [token] = tokens;
  return tokens.size === 1 && token ? token : null;
}

/** The `Set-Cookie` of a session that ends at this time; a past time deletes it. */
export function serializeSessionCookie(
  config: Config,
  request: IncomingMessage,
  token: string,
  expires: Date,
): string {
  const secure = isHttps(config, request);
  const basePath = basePathOf(config.baseUrl);
  return `${sessionCookieName(secure, basePath)}=${token}; Path=${basePath || '/'}; HttpOnly; SameSite=Lax; Expires=${expires.toUTCString()}${secure ? '; Secure' : ''}`;
}
