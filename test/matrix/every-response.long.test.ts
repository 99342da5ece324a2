/**
 * Tests of the headers of every response of every endpoint: rate limits, announced ends, ETag and 304, links to other
 * pages, caching of public reads, markup by content negotiation, security headers over https.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type PublishedEndpoint, publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import { startTestNode, TEST_ADMINISTRATOR, type TestNode } from '../service-node.ts';
import { shareOf } from '../world/share-of.ts';
import { buildMatrixWorld, type MatrixWorld } from './callers.ts';
import { buildMatrixRequest } from './matrix-requests.ts';
import { assertMarkup, assertPagesLinked, pagingOf } from './representation-checks.ts';
import type { MatrixRequest } from './request-details.ts';
import {
  ask,
  assertAnnounced,
  assertDocumented,
  LIMIT_HEADERS,
  limitsInFields,
  limitsInHeaders,
  type RawResponse,
} from './response-headers.ts';
import { matrixRequestPath } from './send-request.ts';

const isRead = ({ spec }: PublishedEndpoint): boolean => spec.http?.startsWith('GET') === true;
/** A key was looked at, unless the response comes before that or the endpoint looks at none. */
const isCounted = ({ spec }: PublishedEndpoint): boolean =>
  !spec.closed && spec.credential !== 'ignored' && !spec.rateLimitExempt;

/** How it is asked, its address, headers and body. */
type Request = [how: string, path: string, headers: Record<string, string>, body?: string];

describe('every response', () => {
  let node: TestNode;
  let site: MatrixWorld;
  let base: string;
  /** The OpenAPI document. */
  let documented: unknown;
  /**
   * Of the administrator of the company that owns the resources: a key that carries all, one that carries
   * nothing, her cookie.
   */
  let full: Record<string, string>;
  let empty: Record<string, string>;
  let cookie: Record<string, string>;
  /** A key of a site administrator that carries all. */
  let ofSite: Record<string, string>;
  beforeAll(async () => {
    node = await startTestNode();
    base = node.node.url ?? '';
    site = await buildMatrixWorld(base, TEST_ADMINISTRATOR);
    const { owner } = site.resources;
    const useless = await owner.session.post('/api/account/keys', {
      name: 'empty',
      permissions: ['datasheet:comment'],
    });
    full = { authorization: `Bearer ${owner.secret}` };
    empty = { authorization: `Bearer ${String(useless.secret)}` };
    cookie = { cookie: owner.cookie };
    documented = JSON.parse((await ask(base, 'GET', '/api/openapi.json', {})).bytes);
    const siteAdmin = site.callers.find(({ name }) => name === 'site administrator, full key');
    ofSite = { authorization: `Bearer ${siteAdmin?.client.credential.key}` };
  });
  afterAll(() => node.stop());

  const requestOf = async (route: PublishedEndpoint): Promise<MatrixRequest> => {
    await buildMatrixRequest(route, site.resources.owner, site.resources).before?.();
    return buildMatrixRequest(route, site.resources.owner, site.resources);
  };

  function check(route: PublishedEndpoint, { status, headers, bytes }: RawResponse, how: string): void {
    const what = `${route.id} ${how}: ${status}`;
    assert.ok(status < 500, `${what} ${bytes}`);
    assert.ok(headers['x-request-id'], what);
    assert.equal(headers['x-content-type-options'], 'nosniff', what);
    assert.equal(headers['referrer-policy'], 'no-referrer', what);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/, what);
    assert.match(String(headers['cache-control']), /private|no-store/, what);
    assert.match(String(headers.vary), /Authorization, Cookie/, what);
    if (status >= 400) assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8', what);
    for (const name of LIMIT_HEADERS) {
      if (isCounted(route)) assert.match(String(headers[name]), /^\d+$/, `${name}: ${what}`);
      else assert.equal(headers[name], undefined, `${name}: ${what}`);
    }
    assert.deepEqual(limitsInFields(headers), limitsInHeaders(headers), what);
    assertDocumented(documented, route.spec, status, headers);
    const { closed, deprecation } = route.spec;
    assert.equal(headers.deprecation !== undefined, closed === true, what);
    if (closed && deprecation) assertAnnounced(headers, deprecation);
  }

  for (const [at, route] of publishedEndpoints().entries()) {
    it(`${route.id} tells a key what is left of its minute, in refusals too (R-226, G22)`, async () => {
      const request = await requestOf(route);
      const { method } = request;
      const path = matrixRequestPath(request);
      const nowhere = Object.keys(request.ids).map(
        (name) => [name, name === 'slug' ? 'nowhere' : 987_654_321] as const,
      );
      const missing = matrixRequestPath({ ...request, ids: Object.fromEntries(nowhere) });
      // A body that is no JSON is refused before anything is done with it.
      const json: Record<string, string> = isRead(route) ? {} : { 'content-type': 'application/json' };
      const body = isRead(route) ? undefined : '{';
      const usual: Request = ['asked', path, { ...full, ...json }, body];
      const others: Request[] = [
        ['asked of what is not there', missing, { ...full, ...json }, body],
        ['asked with an empty key', path, { ...empty, ...json }, body],
      ];
      if (!isRead(route)) others.push(['sent as text', path, { ...full, 'content-type': 'text/x' }, 'x']);
      const requested = [usual, ...shareOf(others, at)];
      const responses = await Promise.all(
        requested.map(([, to, headers, sent]) => ask(base, method, to, headers, sent)),
      );
      for (const [index, answer] of responses.entries()) check(route, answer, requested[index]?.[0] ?? '');
    });

    if (!isRead(route) || (route.spec.etag === undefined && route.spec.responseType !== 'file')) continue;
    it(`${route.id} has an ETag, and answers 304 to whoever has it (G12, G23)`, async () => {
      const path = matrixRequestPath(await requestOf(route));
      const who = route.spec.auth === 'session_only' ? cookie : full;
      const read = await ask(base, 'GET', path, who);
      assert.equal(read.status, 200, read.bytes);
      const { etag } = read.headers;
      assert.ok(typeof etag === 'string' && /^"[\w-]+"$/.test(etag), String(etag));
      for (const known of shareOf([etag, `W/${etag}`, `"another", ${etag}`, '*'], at)) {
        const again = await ask(base, 'GET', path, { ...who, 'if-none-match': known });
        assert.deepEqual([again.status, again.headers.etag, again.bytes], [304, etag, ''], known);
        check(route, again, `asked by who has ${known}`);
      }
      const other = await ask(base, 'GET', path, { ...who, 'if-none-match': '"another"' });
      assert.deepEqual([other.status, other.bytes], [200, read.bytes]);
      const head = await ask(base, 'HEAD', path, who);
      assert.deepEqual(
        [head.status, head.headers.etag, head.headers['content-length'], head.bytes],
        [200, etag, read.headers['content-length'], ''],
      );
    });
  }

  for (const route of publishedEndpoints()) {
    const paging = pagingOf(route);
    if (!paging || !isRead(route)) continue;
    it(`${route.id} links its other pages, which together are the whole list (RFC 8288)`, async () => {
      const path = matrixRequestPath(await requestOf(route));
      const isOfSite = !route.spec.on && route.spec.permissions.length > 0;
      const who = route.spec.auth === 'session_only' ? cookie : isOfSite ? ofSite : full;
      await assertPagesLinked(base, path, who, paging);
    });
  }

  for (const route of publishedEndpoints()) {
    const { spec } = route;
    if (!isRead(route) || spec.auth !== 'none' || spec.etag === undefined) continue;
    it(`${route.id} may be kept by a shared cache for nobody in particular, and is asked for each time (G23)`, async () => {
      const path = matrixRequestPath(await requestOf(route));
      const read = await ask(base, 'GET', path, {});
      assert.equal(read.status, 200, read.bytes);
      const { etag } = read.headers;
      assert.ok(typeof etag === 'string');
      const again = await ask(base, 'GET', path, { 'if-none-match': etag });
      assert.deepEqual([again.status, again.bytes], [304, '']);
      for (const { headers } of [read, again]) {
        assert.equal(headers['cache-control'], 'public, no-cache');
        for (const name of ['Authorization', 'Cookie', 'Accept-Encoding'])
          assert.ok(String(headers.vary).split(', ').includes(name), `${name} in ${headers.vary}`);
        for (const name of [...LIMIT_HEADERS, 'ratelimit', 'set-cookie'])
          assert.equal(headers[name], undefined);
      }
      for (const who of [full, cookie, { cookie: 'seen=1' }]) {
        const own = await ask(base, 'GET', path, who);
        assert.deepEqual([own.status, own.headers['cache-control']], [200, 'private, no-cache']);
      }
    });
  }

  for (const route of publishedEndpoints()) {
    const { markdown } = route.spec;
    if (!markdown) continue;
    it(`${route.id} is its markup to who asks for text/markdown, with an ETag of its own (RFC 9110, 12.5.1)`, async () => {
      const path = matrixRequestPath(await requestOf(route));
      await assertMarkup(base, path, full, markdown);
    });
  }

  it('what has no ETag is a list, a file, or of the moment it is asked (G12)', () => {
    const without = publishedEndpoints().filter(
      (route) => isRead(route) && !route.spec.closed && !route.spec.etag && !route.spec.responseType,
    );
    const resources = without.filter(
      ({ spec: { returns } }) =>
        !('props' in returns && 'total' in Object(returns.props)) && returns.type !== 'multi',
    );
    assert.deepEqual(
      resources.filter(({ spec }) => !spec.volatile).map(({ id }) => id),
      [],
    );
    const ofTheMoment = publishedEndpoints().filter(({ spec }) => spec.volatile);
    assert.ok(
      resources.some(({ spec }) => spec.volatile) &&
        ofTheMoment.every((route) => isRead(route) && !route.spec.etag),
    );
  });

  it('the path that an alias replaces is as usual, and the alias names it (RFC 9745)', async () => {
    const aliased = publishedEndpoints().filter(({ spec }) => spec.alias);
    assert.ok(aliased.length > 0);
    for (const { id, spec } of aliased) {
      const [method = '', path = ''] = (spec.alias ?? '').split(' ');
      assert.ok(spec.deprecation && spec.http === `${method} ${spec.deprecation.successor}`, id);
      for (const who of [full, {}]) {
        const byAlias = await ask(base, method, path, who);
        assert.equal(byAlias.status, who === full ? 200 : 401);
        assertAnnounced(byAlias.headers, spec.deprecation);
        const { headers } = await ask(base, method, spec.deprecation.successor, who);
        assert.deepEqual(
          [headers.deprecation, headers.sunset, headers.link],
          [undefined, undefined, undefined],
        );
      }
    }
  });

  it('a response over MCP tells what is left of the minute, a tool that is refused too (R-226)', async () => {
    for (const name of ['discovery_whoami', 'standards_create']) {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const answer = await ask(base, 'POST', '/mcp', { ...empty, ...headers }, JSON.stringify(call));
      assert.equal(answer.status, 200);
      for (const limit of LIMIT_HEADERS)
        assert.match(String(answer.headers[limit]), /^\d+$/, `${limit} of ${name}`);
      assert.deepEqual(limitsInFields(answer.headers), limitsInHeaders(answer.headers));
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    }
  });
});

describe('every response of a public site', () => {
  it('over https a browser is told to stay with it, and the cookie is bound to this host (ASVS 3.4.1, A11)', async () => {
    const node = await startTestNode(['gateway', 'identity', 'audit'], {
      BASE_URL: 'https://specs.example.org',
    });
    try {
      const base = node.node.url ?? '';
      const who = { email: 'ada@example.org', password: 'a long enough password', name: 'Ada' };
      const origin = 'https://specs.example.org';
      const json = { 'content-type': 'application/json' };
      const made = await ask(base, 'POST', '/api/account/register', { ...json, origin }, JSON.stringify(who));
      assert.equal(made.status, 201);
      assert.equal(made.headers['strict-transport-security'], 'max-age=31536000');
      const [cookie = ''] = made.headers['set-cookie'] ?? [];
      assert.match(
        cookie,
        /^__Host-css_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+; Secure$/,
      );
      const signedIn = { cookie: cookie.split(';')[0] ?? '' };
      const refused = await ask(base, 'POST', '/api/account/logout', {
        ...signedIn,
        origin: 'https://evil.example',
      });
      assert.equal(refused.status, 403);
      assert.match(refused.bytes, /Origin: https:\/\/specs\.example\.org/);
      assert.equal((await ask(base, 'POST', '/api/account/logout', { ...signedIn, origin })).status, 200);
    } finally {
      await node.stop();
    }
  });
});
