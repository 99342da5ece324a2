/**
 * The target of a request: an absolute URL, as clients send it to proxies, becomes a path (RFC 9112, 3.2), the path
 * of BASE_URL is removed, and a path is split from its query.
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

/** The first parts of the paths that are served below the base path, in addition to those of the console. */
const OWN_PARTS: readonly string[] = ['', 'docs', 'mcp', 'healthz', 'api', '.well-known', 'llms.txt'];

/**
 * Removes the path of BASE_URL from a request, where the proxy in front has left it there.
 * @param basePath such as `/specs`; empty for none
 * @param pageParts the first parts of the paths of the console
 */
export function removeBasePath(
  request: IncomingMessage,
  basePath: string,
  pageParts: ReadonlySet<string>,
): void {
  const { url = '' } = request;
  if (basePath === '' || !url.startsWith(basePath)) return;
  const rest = url.slice(basePath.length);
  const [path = ''] = rest.split('?', 1);
  if (path !== '' && !path.startsWith('/')) return;
  const [, first = ''] = path.split('/', 2);
  if (OWN_PARTS.includes(first) || pageParts.has(first))
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
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
