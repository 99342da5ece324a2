/** Tests of `security.txt`, `llms.txt` and the API catalog over HTTP. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { useNode } from '../../../test/service-node.ts';
import { sendRawRequest } from '../../../tools/world/raw-http.ts';
import { securityTxt } from './security-txt.ts';

const PATHS = ['/.well-known/security.txt', '/.well-known/api-catalog', '/llms.txt'];

/** Every URL that a page names. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/"(?:href|anchor)": "([^"]+)"|\]\(([^)]+)\)|Canonical: (.+)/g)].map(
    ([, href, link, canonical]) => href ?? link ?? canonical ?? '',
  );

describe('pages at fixed paths', () => {
  const plain = useNode(['gateway'], { CORS_ORIGINS: 'https://tools.example.org' });
  const below = useNode(['gateway'], {
    BASE_URL: 'https://example.org/specs/',
    SECURITY_CONTACT: 'security@builder.example',
  });

  const limited = useNode(['gateway'], { RATE_LIMIT_ANONYMOUS: '1' });

  const request = (base: string, path: string, method = 'GET', ...headers: string[]) =>
    sendRawRequest(base, { method, path, headers: ['host', 'elsewhere.localhost', ...headers] });

  it('answer GET and HEAD with an ETag, 304 to who has it, and the other methods with 405 (RFC 9110)', async () => {
    for (const path of PATHS) {
      const read = await request(plain.url, path);
      assert.equal(read.status, 200, path);
      const { etag, vary } = read.headers;
      assert.ok(etag && read.text.length > 100);
      assert.equal(read.headers['cache-control'], 'public, no-cache');
      assert.match(vary ?? '', /Accept-Encoding/);
      const head = await request(plain.url, path, 'HEAD');
      assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', etag]);
      assert.equal(head.headers['content-length'], String(Buffer.byteLength(read.text)));
      const known = await request(plain.url, path, 'GET', 'if-none-match', etag);
      assert.deepEqual([known.status, known.text], [304, '']);
      const posted = await request(plain.url, path, 'POST');
      assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD, OPTIONS']);
      assert.equal((await request(plain.url, `${path}/`)).status, 404);
    }
  });

  it('can be read by pages of allowed origins', async () => {
    for (const path of PATHS) {
      const origin = ['origin', 'https://tools.example.org'];
      for (const method of ['GET', 'OPTIONS']) {
        const { status, headers } = await request(plain.url, path, method, ...origin);
        assert.equal(status, method === 'GET' ? 200 : 204);
        assert.equal(headers['access-control-allow-origin'], 'https://tools.example.org');
      }
      assert.match((await request(plain.url, path)).headers.vary ?? '', /Origin/);
    }
  });

  it('link what this site has, below its path, and never the Host of the request (Y22)', async () => {
    for (const [base, start] of [
      [plain.url, ''],
      [below.url, 'https://example.org/specs'],
    ] as const) {
      for (const path of PATHS) {
        const { text } = await request(base, path);
        assert.ok(!text.includes('elsewhere'), text);
        for (const link of linksOf(text)) {
          assert.ok(link.startsWith(`${start}/`), link);
          const { status } = await request(base, new URL(link, base).pathname + new URL(link, base).search);
          // MCP is asked by POST, and the start of the API is no endpoint.
          const expected = link.endsWith('/mcp') ? 405 : link.endsWith('/api/') ? 404 : 200;
          assert.equal(status === 503 ? 200 : status, expected, link);
        }
        if (start !== '') assert.equal((await request(base, `/specs${path}`)).status, 200);
      }
    }
  });

  it('count against no limit (X3)', async () => {
    for (const path of [...PATHS, ...PATHS]) assert.equal((await request(limited.url, path)).status, 200);
  });

  it('security.txt has a contact and an end within a year (RFC 9116)', async () => {
    const { text, headers } = await request(below.url, '/.well-known/security.txt');
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const fields = new Map(
      text
        .split('\n')
        .filter((line) => /^[\w-]+: /.test(line))
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    assert.equal(fields.get('Contact'), 'mailto:security@builder.example');
    assert.equal(fields.get('Canonical'), 'https://example.org/specs/.well-known/security.txt');
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    assert.ok(days > 30 && days < 365, `${days} days`);
    // The mailbox that RFC 2142 names, where none is configured.
    const unset = { baseUrl: null, securityContact: null };
    assert.match(securityTxt(unset, Date.now()).content, /^Contact: mailto:security@localhost$/m);
    const later = securityTxt(
      { ...unset, baseUrl: 'https://a.example:8443/b' },
      Date.now() + 86_400_000,
    ).content;
    assert.match(later, /^Contact: mailto:security@a\.example$/m);
  });

  it('the API catalog is a linkset that names the description of each API, and links itself (RFC 9727)', async () => {
    const { headers, text } = await request(below.url, '/.well-known/api-catalog', 'GET');
    assert.equal(
      headers['content-type'],
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    assert.equal(headers.link, '<https://example.org/specs/.well-known/api-catalog>; rel="api-catalog"');
    const { linkset } = JSON.parse(text);
    const [catalog, rest] = linkset;
    assert.deepEqual(
      catalog.item.map(({ href }: { href: string }) => href),
      linkset.slice(1).map(({ anchor }: { anchor: string }) => anchor),
    );
    assert.equal(rest['service-desc'][0].href, 'https://example.org/specs/api/openapi.json');
  });
});
