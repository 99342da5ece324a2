/** Serves the pages that standards place at fixed paths: `security.txt`, the API catalog, `llms.txt`. */

import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { setCorsHeaders, setPreflightHeaders } from '../callers/cors.ts';
import type { HttpContext } from '../http-context.ts';
import { setApiHeaders } from '../responses/response-headers.ts';
import { sendContent } from '../responses/send-response.ts';
import { apiCatalog } from './api-catalog.ts';
import { llmsTxt } from './llms-txt.ts';
import { securityTxt } from './security-txt.ts';
import type { SitePage } from './site-page.ts';

const PAGES: Readonly<Record<string, (config: Config) => SitePage>> = {
  '/.well-known/security.txt': (config) => securityTxt(config, Date.now()),
  '/.well-known/api-catalog': ({ baseUrl }) => apiCatalog(baseUrl),
  '/llms.txt': ({ baseUrl }) => llmsTxt(baseUrl),
};

const ALLOWED_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Serves one of the pages; false for any other path. @throws METHOD_NOT_ALLOWED */
export async function serveSitePage(config: Config, context: HttpContext): Promise<boolean> {
  const { path, request, response } = context;
  const build = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (!build) return false;
  context.route = path;
  setApiHeaders(context);
  setCorsHeaders(config, context);
  if (request.method === 'OPTIONS') {
    setPreflightHeaders(context, ALLOWED_METHODS);
    response.writeHead(204, { Allow: ALLOWED_METHODS.join(', ') }).end();
    return true;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw apiError('METHOD_NOT_ALLOWED', `This path supports ${ALLOWED_METHODS.join(', ')}.`, {
      metadata: { allow: ALLOWED_METHODS },
    });
  const { type, content, headers } = build(config);
  await sendContent(context, {
    status: 200,
    type,
    bytes: Buffer.from(content),
    etag: contentEtag(content),
    headers: { ...headers, 'Cache-Control': 'public, no-cache' },
  });
  return true;
}
