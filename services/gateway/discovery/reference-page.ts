/** The API reference at `/docs`: Swagger UI over our own OpenAPI document, served by us (decisions A9, G17). */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { endInPieces } from '../answers/answer.ts';
import type { Exchange } from '../exchange.ts';

const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The files of the library a page needs; nothing else of the package can be asked for. */
const ASSETS: Readonly<Record<string, string>> = {
  '/docs/swagger-ui.css': 'text/css; charset=utf-8',
  '/docs/swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  '/docs/favicon-32x32.png': 'image/png',
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Construction Specification Service</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/open.js"></script>
</body>
</html>
`;

const OPEN = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true, persistAuthorization: true });
`;

const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Answers `/docs` and its files; false for any other path. */
export async function serveReferencePage(exchange: Exchange): Promise<boolean> {
  const { path, response } = exchange;
  if (path === '/docs') await send(exchange, 'text/html; charset=utf-8', Buffer.from(PAGE));
  else if (path === '/docs/open.js') await send(exchange, 'text/javascript; charset=utf-8', Buffer.from(OPEN));
  else {
    const type = ASSETS[path];
    if (!type) return false;
    response.setHeader('Cache-Control', 'public, max-age=3600');
    await send(exchange, type, await assetBytes(path));
  }
  return true;
}

/** Read once: however many ask for it at once, it lies in memory once. */
const read = new Map<string, Promise<Buffer>>();

function assetBytes(path: string): Promise<Buffer> {
  const known = read.get(path);
  if (known) return known;
  const reading = readFile(join(FOLDER, path.slice('/docs/'.length)));
  read.set(path, reading);
  reading.catch(() => read.delete(path));
  return reading;
}

async function send(exchange: Exchange, type: string, bytes: Buffer): Promise<void> {
  exchange.route = exchange.path;
  exchange.response.writeHead(200, {
    'Content-Type': type,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  await endInPieces(exchange, bytes);
}
