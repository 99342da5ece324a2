/** The API reference at `/docs`: Swagger UI with our OpenAPI document. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HttpContext } from '../http-context.ts';
import { endInChunks } from '../responses/send-response.ts';

const SWAGGER_UI_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files of the package that the page needs; no others are served. */
const ASSETS: Readonly<Record<string, string>> = {
  '/docs/swagger-ui.css': 'text/css; charset=utf-8',
  '/docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  '/docs/favicon-32x32.png': 'image/png',
};

/** Its links are relative: a proxy may serve it below a path. */
const PAGE_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Construction Specification Service</title>
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/open.js"></script>
</body>
</html>
`;

const INIT_SCRIPT = `SwaggerUIBundle({ url: 'api/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true, persistAuthorization: false });
`;

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Serves `/docs` and its files; false for any other path. */
export async function serveApiReference(context: HttpContext): Promise<boolean> {
  const { path, response } = context;
  if (path === '/docs') await sendAsset(context, 'text/html; charset=utf-8', Buffer.from(PAGE_HTML));
  else if (path === '/docs/open.js')
    await sendAsset(context, 'text/javascript; charset=utf-8', Buffer.from(INIT_SCRIPT));
  else {
    const type = ASSETS[path];
    if (!type) return false;
    response.setHeader('Cache-Control', 'public, max-age=3600');
    await sendAsset(context, type, await readAsset(path));
  }
  return true;
}

const assetCache = new Map<string, Promise<Buffer>>();

function readAsset(path: string): Promise<Buffer> {
  const cached = assetCache.get(path);
  if (cached) return cached;
  const reading = readFile(join(SWAGGER_UI_FOLDER, path.slice('/docs/'.length)));
  assetCache.set(path, reading);
  reading.catch(() => assetCache.delete(path));
  return reading;
}

async function sendAsset(context: HttpContext, type: string, bytes: Buffer): Promise<void> {
  context.route = context.path;
  context.response.writeHead(200, {
    'Content-Type': type,
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  });
  await endInChunks(context, bytes);
}
