/** Headers that hold for every response of the gateway, and those for JSON and files; `Vary` with what others add to it. */
import type { HttpContext } from '../http-context.ts';

/** For all responses: pages, redirects, probes, JSON and files. */
export const GENERAL_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** For the responses of the API, of `/mcp` and of the site pages, and for refused requests. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-cache',
  Vary: 'Authorization, Cookie',
};

/** Names a header of the request on which the response depends. In one line, as old proxies read only one. */
export function varyOn({ response }: Pick<HttpContext, 'response'>, header: string): void {
  const before = response.getHeader('Vary');
  response.setHeader('Vary', before === undefined ? header : `${before}, ${header}`);
}

export const setGeneralHeaders = (context: HttpContext): void => setHeaders(context, GENERAL_HEADERS);

export const setApiHeaders = (context: HttpContext): void => setHeaders(context, API_HEADERS);

function setHeaders({ response }: HttpContext, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
