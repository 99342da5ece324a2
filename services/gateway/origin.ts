/** A write with a session must come from our own pages (decisions A11, A17; hardening H29). */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../shared/kernel/config.ts';
import { fail } from '../../shared/kernel/errors.ts';

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
  throw fail('CROSS_SITE_REQUEST', 'Send the request from a page of this service, with its Origin header, or use a key.');
}

/** "Ours" is BASE_URL, else the request's Host (A17). */
function isOurs(config: Config, request: IncomingMessage, origin: string): boolean {
  if (config.baseUrl !== null) return origin === new URL(config.baseUrl).origin;
  const { host } = request.headers;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
