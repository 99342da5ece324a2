/** The API reference at `/docs`: Swagger UI with our OpenAPI document, below a form that makes a key. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HttpContext } from '../http-context.ts';
import { endInChunks } from '../responses/send-response.ts';

const SWAGGER_UI_FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const PAGE_FOLDER = fileURLToPath(new URL('reference-page', import.meta.url));

/** The files of the page, and those of the package that it needs; no others are served. */
const ASSETS: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/docs': [`${PAGE_FOLDER}/page.html`, 'text/html; charset=utf-8'],
  '/docs/page.css': [`${PAGE_FOLDER}/page.css`, 'text/css; charset=utf-8'],
  '/docs/page.mjs': [`${PAGE_FOLDER}/page.mjs`, 'text/javascript; charset=utf-8'],
  '/docs/readable-document.mjs': [`${PAGE_FOLDER}/readable-document.mjs`, 'text/javascript; charset=utf-8'],
  '/docs/resolve-operation.mjs': [`${PAGE_FOLDER}/resolve-operation.mjs`, 'text/javascript; charset=utf-8'],
  '/docs/swagger-plugin.mjs': [`${PAGE_FOLDER}/swagger-plugin.mjs`, 'text/javascript; charset=utf-8'],
  '/docs/key-form.mjs': [`${PAGE_FOLDER}/key-form.mjs`, 'text/javascript; charset=utf-8'],
  '/docs/swagger-ui.css': [join(SWAGGER_UI_FOLDER, 'swagger-ui.css'), 'text/css; charset=utf-8'],
  '/docs/swagger-ui-bundle.js': [
    join(SWAGGER_UI_FOLDER, 'swagger-ui-bundle.js'),
    'text/javascript; charset=utf-8',
  ],
  '/docs/favicon-32x32.png': [join(SWAGGER_UI_FOLDER, 'favicon-32x32.png'), 'image/png'],
};

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Serves `/docs` and its files; false for any other path. */
export async function serveApiReference(context: HttpContext): Promise<boolean> {
  const { path, response } = context;
  const asset = Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined;
  if (!asset) return false;
  const [file, type] = asset;
  // Its own files belong to the version that is running; those of the package may be kept for an hour.
  if (file.startsWith(SWAGGER_UI_FOLDER)) response.setHeader('Cache-Control', 'public, max-age=3600');
  await sendAsset(context, type, await readAsset(file));
  return true;
}

const assetCache = new Map<string, Promise<Buffer>>();

function readAsset(file: string): Promise<Buffer> {
  const cached = assetCache.get(file);
  if (cached) return cached;
  const reading = readFile(file);
  assetCache.set(file, reading);
  reading.catch(() => assetCache.delete(file));
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
