/** What a request is for: a path, or a whole address as clients send it to proxies (RFC 9112, 3.2). */
import type { IncomingMessage } from 'node:http';

const ABSOLUTE_URL = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i;

/** Turns a whole address (`GET http://host/path`) into its path; its host counts, and not the header (RFC 9112, 3.2.2). */
export function normalizeToOriginForm(request: IncomingMessage): void {
  const [, host, rest = '/'] = ABSOLUTE_URL.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host;
}

/** The path as sent and the query without its mark; both empty for what is no path, because an address may hold a password. */
export function splitTarget(target: string): [path: string, query: string] {
  if (!target.startsWith('/')) return ['', ''];
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}
