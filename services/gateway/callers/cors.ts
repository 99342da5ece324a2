/**
 * CORS headers of responses and preflights of the API, of MCP and of the pages of the site, for configured origins
 * only. They allow no cookies: another origin uses a key.
 */
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { HttpContext } from '../http-context.ts';
import { varyOn } from '../responses/response-headers.ts';

const ALLOWED_HEADERS =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, MCP-Protocol-Version, X-MCP-Readonly, X-MCP-Toolsets, X-Request-Id';
const EXPOSED_HEADERS =
  'Content-Disposition, Deprecation, ETag, Idempotency-Replayed, Link, Link-Template, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';

/** Sets the headers that let a page of an allowed origin read the response. */
export function setCorsHeaders({ corsOrigins }: Config, { request, response }: HttpContext): void {
  const { origin } = request.headers;
  if (corsOrigins.length === 0) return;
  // Without an Origin too: a cache must not send that response to a page of an allowed origin.
  varyOn({ response }, 'Origin');
  if (origin === undefined || !corsOrigins.includes(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}

/** Sets the headers of a preflight, in addition to the `Allow` of every OPTIONS. */
export function setPreflightHeaders({ response }: HttpContext, allow: string[]): void {
  if (!response.hasHeader('Access-Control-Allow-Origin')) return;
  response.setHeader('Access-Control-Allow-Methods', allow.join(', '));
  response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
  response.setHeader('Access-Control-Max-Age', '600');
}
