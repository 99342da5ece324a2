/**
 * The target of a request: an absolute URL, as clients send it to proxies, becomes a path (RFC 9112, 3.2),
 * and a path is split from its query.
 */
import type { IncomingMessage } from 'node:http';

const ABSOLUTE_URL = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i;

/**
 * Turns an absolute URL (`GET http://host/path`) into its path; its host replaces the header (RFC 9112,
 * 3.2.2).
 */
export function normalizeToOriginForm(request: IncomingMessage): void {
  const [, host, rest = '/'] = ABSOLUTE_URL.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = host;
}

/**
 * The path and the query without `?`; both empty for a target that is not a path, because a URL may contain a
 * password.
 */
export function splitTarget(target: string): [path: string, query: string] {
  if (!target.startsWith('/')) return ['', ''];
  const questionMark = target.indexOf('?');
  return questionMark < 0 ? [target, ''] : [target.slice(0, questionMark), target.slice(questionMark + 1)];
}
