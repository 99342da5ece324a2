/** Serves the console: its page at the paths that it has, its scripts and styles below `/console/`. */
import { matchPath } from '../../../shared/contracts/path-template.ts';
import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import type { HttpContext } from '../http-context.ts';
import { sendContent } from '../responses/send-response.ts';
import type { ConsoleFiles } from './console-files.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const ASSETS = '/console/';

/**
 * Serves a page or file of the console; false for another path. A browser that asks for a path that nothing has gets the
 * page with 404, which says so; a program gets the problem document.
 */
export async function serveConsole(files: ConsoleFiles, context: HttpContext): Promise<boolean> {
  const { path, basePath, request } = context;
  const asset = path.startsWith(ASSETS) ? files.assets.get(path.slice(ASSETS.length)) : undefined;
  if (asset) {
    context.route = `${ASSETS}:file`;
    await sendContent(context, {
      ...asset,
      status: 200,
      etag: null,
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    });
    return true;
  }
  const accepted = request.headers.accept ?? '*/*';
  const pattern = files.paths.find((one) => matchPath(one, path) !== null);
  if (pattern === undefined ? !accepted.includes('text/html') : !/text\/html|\*\/\*/.test(accepted))
    return false;
  context.route = pattern ?? '/:page';
  const page = files.page.replaceAll('%BASE%', basePath);
  await sendContent(context, {
    status: pattern === undefined ? 404 : 200,
    type: 'text/html; charset=utf-8',
    bytes: Buffer.from(page),
    etag: pattern === undefined ? null : contentEtag(page),
    headers: {
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      Link: `<${basePath}/.well-known/api-catalog>; rel="api-catalog"`,
    },
  });
  return true;
}
