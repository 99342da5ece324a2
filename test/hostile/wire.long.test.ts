/**
 * Tests of malformed HTTP messages, request smuggling, and paths, methods and tools that do not exist, written on the
 * socket byte for byte.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { endpoints } from '../../shared/contracts/index.ts';
import { firstStatus, keyHeaders, sendBytes, sendRawRequest } from '../../tools/world/raw-http.ts';
import { openMcpClient } from '../mcp-client.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { shareOf } from '../world/share-of.ts';
import { useWorld } from '../world/test-world.ts';

const INTERNAL = Object.entries<EndpointSpec>(endpoints).flatMap(([id, { http }]) => (http ? [] : [id]));
const NODE_ACTIONS = [
  '$node.list',
  '$node.health',
  '$node.actions',
  '$node.services',
  '$node.options',
  '$node.metrics',
];

describe('what arrives over the wire', () => {
  const site = useWorld();

  const line = (first: string, headers: readonly string[] = [], body = ''): string =>
    `${[first, 'Host: localhost', `Authorization: Bearer ${site.ada.secret}`, ...headers].join('\r\n')}\r\n\r\n${body}`;

  it('an address that is not exactly one of ours is 404, 405 or 400, and shows nothing (H32)', async () => {
    const cases: [string, number[]][] = [
      ...[
        '/api/~node/list',
        '/api/~node/health',
        '/api/$node.health',
        '/api/$node/list',
        '/~node/health',
      ].map((path): [string, number[]] => [path, [404]]),
      ...[
        '//api/whoami',
        '/api//whoami',
        '/api/whoami/',
        '/API/whoami',
        '/api/Whoami',
        '/api/./whoami',
        '/./api/whoami',
      ].map((path): [string, number[]] => [path, [404]]),
      ...[
        '/api/x/../whoami',
        '/x/../api/whoami',
        '/api/%2e%2e/api/whoami',
        '/api/%2E/whoami',
        '/api%2fwhoami',
      ].map((path): [string, number[]] => [path, [404]]),
      ...['/api/whoami%00', '/api/whoami%20', '/api/whoami;x=1', '/api/whoami.json', '/api\\whoami'].map(
        (path): [string, number[]] => [path, [404]],
      ),
      ...['/api/%E0%A4%A', '/api/%', '/api/%zz', '/api/%C0%AFwhoami', '/api/%ff'].map(
        (path): [string, number[]] => [path, [400]],
      ),
      ...['/api/health?x=%ff', '/api/health?%E0%A4=1', '/api/standards?search=100%'].map(
        (path): [string, number[]] => [path, [400]],
      ),
      ['/api/account/permissions?x=%EF%BF%BD', [200]],
      ...[
        '/docs/../package.json',
        '/docs/%2e%2e/package.json',
        '/docs/..%2fpackage.json',
        '/docs//etc/passwd',
      ].map((path): [string, number[]] => [path, [404]]),
      // A whole address is its path (RFC 9112, 3.2.2), no more and no less.
      ['http://elsewhere.localhost/api/whoami/', [404]],
      ['http://elsewhere.localhost//api/whoami', [404]],
      ['http://ada@elsewhere.localhost/api/whoami', [400]],
      ['ftp://elsewhere.localhost/api/whoami', [404]],
      ['*', [404, 400]],
      ['/api/whoami#fragment', [404, 400]],
    ];
    for (const [path, statuses] of cases) {
      const response = await sendBytes(site.base, line(`GET ${path} HTTP/1.1`, ['Connection: close']));
      assert.ok(statuses.includes(firstStatus(response)), `${path}: ${response.text.slice(0, 400)}`);
      assert.ok(!/ada@|"nodeID"|services/.test(response.text), `${path}: ${response.text}`);
    }
  });

  it('TRACE, CONNECT and unknown methods are rejected; a header does not change the method (H32, G17)', async () => {
    for (const [method, statuses] of [
      ['TRACE', [405]],
      ['TRACK', [400, 405]],
      ['CONNECT', [400, 404, 405]],
      ['PROPFIND', [405]],
      ['get', [400, 405]],
      ['BREW', [400]],
    ] as const) {
      const response = await sendBytes(
        site.base,
        line(`${method} /api/whoami HTTP/1.1`, ['Connection: close', 'X-Secret: echoed']),
      );
      const cut = method === 'CONNECT' && response.text === '' && response.closed;
      assert.ok(
        cut || statuses.some((status) => status === firstStatus(response)),
        `${method}: ${response.text.slice(0, 300)}`,
      );
      assert.ok(!response.text.includes('echoed'), method);
    }
    const before = await readDatabaseContents(site.node);
    for (const header of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method']) {
      const path = `/api/standards/${site.ada.standardId}/working-copy`;
      const { status } = await sendRawRequest(site.base, {
        path,
        headers: [...keyHeaders(site.ada.secret), header, 'DELETE'],
      });
      assert.equal(status, 200, header);
    }
    const inQuery = await sendRawRequest(site.base, {
      path: `/api/standards/${site.ada.standardId}/working-copy?_method=DELETE`,
      headers: keyHeaders(site.ada.secret),
    });
    assert.equal(inQuery.status, 200);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('no internal action and no action of Moleculer has an address, whatever the method (H32)', async () => {
    assert.ok(INTERNAL.length > 20, `${INTERNAL.length} internal actions`);
    for (const [at, id] of [...INTERNAL, ...NODE_ACTIONS].entries()) {
      const paths = [`/api/${id}`, `/api/${id.replaceAll('.', '/')}`, `/${id}`, `/mcp/${id}`];
      const requests = ['GET', 'POST'].flatMap((method) => paths.map((path) => ({ method, path })));
      for (const { method, path } of shareOf(requests, at)) {
        const headers = keyHeaders(site.ada.secret);
        const { status, body } = await sendRawRequest(site.base, {
          method,
          path,
          headers,
          ...(method === 'POST' ? { body: '{}' } : {}),
        });
        // The slashed form of a name may be the address of something else, which has its own checks.
        const known = [404, 405].includes(status) || (path.includes('/', 5) && status !== 200);
        assert.ok(known, `${method} ${path}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      }
    }
  });

  it('no such action is an MCP tool, by its name, with dots or underscores (H32)', async () => {
    const client = await openMcpClient(site.base, site.ada.secret);
    const { tools } = await client.listTools();
    const names = new Set(tools.map(({ name }) => name));
    for (const id of [...INTERNAL, ...NODE_ACTIONS, '__proto__', 'constructor', 'toString']) {
      for (const name of [id, id.replaceAll('.', '_')]) {
        assert.ok(!names.has(name), name);
        const response = await client.callTool({ name, arguments: {} }).then(
          ({ isError }) => isError === true,
          () => true,
        );
        assert.ok(response, `the tool ${name} answered`);
      }
    }
    await client.close();
  });

  it('an unmet expectation is 417, as a problem document with the request id that was sent (G2, G22)', async () => {
    const sent = ['Expect: banana', 'X-Request-Id: expecting'];
    const { text, closed } = await sendBytes(site.base, line('GET /api/whoami HTTP/1.1', sent));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    assert.match(head, /^HTTP\/1\.1 417 /);
    assert.match(head, /^X-Request-Id: expecting\r?$/im);
    assert.match(head, /^Content-Type: application\/problem\+json/im);
    const { status, code, requestId } = JSON.parse(body);
    assert.deepEqual([status, code, requestId, closed], [417, 'MALFORMED_REQUEST', 'expecting', true]);
    const met = [
      'Expect: 100-continue',
      'Content-Type: application/json',
      'Content-Length: 22',
      'Connection: close',
    ];
    const response = await sendBytes(
      site.base,
      line('POST /api/standards/validate-markdown HTTP/1.1', met, '{"markdown":"1. One" }'),
    );
    assert.match(response.text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it('a message that two parsers may split differently is 400 and the connection ends; the smuggled request is never processed (H33)', async () => {
    const hidden = `GET /api/whoami HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${site.ada.secret}\r\n\r\n`;
    const json = 'Content-Type: application/json';
    const post = 'POST /api/standards/validate-markdown HTTP/1.1';
    const cases: [string, string][] = [
      [
        'length and chunks',
        line(post, [json, 'Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`),
      ],
      [
        'chunks and length',
        line(post, [json, 'Transfer-Encoding: chunked', 'Content-Length: 4'], `0\r\n\r\n${hidden}`),
      ],
      ['two lengths', line(post, [json, 'Content-Length: 2', 'Content-Length: 0'], `{}${hidden}`)],
      ['two equal lengths', line(post, [json, 'Content-Length: 2', 'Content-Length: 2'], `{}${hidden}`)],
      ['a list of lengths', line(post, [json, 'Content-Length: 2, 2'], `{}${hidden}`)],
      ['a length with a sign', line(post, [json, 'Content-Length: +2'], `{}${hidden}`)],
      ['a negative length', line(post, [json, 'Content-Length: -2'], `{}${hidden}`)],
      ['a hexadecimal length', line(post, [json, 'Content-Length: 0x2'], `{}${hidden}`)],
      ['chunks spelt otherwise', line(post, [json, 'Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`)],
      ['chunks twice', line(post, [json, 'Transfer-Encoding: chunked, identity'], `0\r\n\r\n${hidden}`)],
      ['a space before the colon', line(post, [json, 'Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`)],
      [
        'a folded header',
        line(post, [json, 'X-A: b\r\n Transfer-Encoding: chunked', 'Content-Length: 2'], `{}${hidden}`),
      ],
      ['bare line feeds', `GET /api/help?format=index HTTP/1.1\nHost: localhost\n\n${hidden}`],
      [
        'a bare line feed among the headers',
        `GET /api/health HTTP/1.1\r\nHost: localhost\nX-A: b\r\n\r\n${hidden}`,
      ],
      ['a bare carriage return', `GET /api/health HTTP/1.1\r\nHost: localhost\rX-A: b\r\n\r\n${hidden}`],
      ['a NUL in a header', line('GET /api/health HTTP/1.1', ['X-A: a\0b'], hidden)],
      [
        'a chunk of no number',
        line(post, [json, 'Transfer-Encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n${hidden}`),
      ],
      [
        'a chunk with a bare line feed',
        line(post, [json, 'Transfer-Encoding: chunked'], `2\n{}\n0\n\n${hidden}`),
      ],
      [
        'a chunk of too large a number',
        line(post, [json, 'Transfer-Encoding: chunked'], `ffffffffffffffffff\r\n{}\r\n${hidden}`),
      ],
      ['no host', `GET /api/health HTTP/1.1\r\n\r\n${hidden}`],
      ['two hosts', `GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n${hidden}`],
      ['HTTP/0.9', `GET /api/health\r\n\r\n${hidden}`],
      ['HTTP/3.0', `GET /api/health HTTP/3.0\r\nHost: localhost\r\n\r\n${hidden}`],
      ['a blank in the address', line('GET /api/health /api/whoami HTTP/1.1', [], hidden)],
      ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
    ];
    for (const [what, text] of cases) {
      const response = await sendBytes(site.base, text, 1_500);
      assert.ok(
        !response.text.includes('ada@example.org'),
        `${what}: the hidden request was answered: ${response.text}`,
      );
      assert.ok(response.closed, `${what}: the connection stays open: ${response.text.slice(0, 300)}`);
      assert.ok([0, 400, 505].includes(firstStatus(response)), `${what}: ${response.text.slice(0, 300)}`);
    }
  });

  it('a header of 100 KB is 431 and the connection ends; two thousand parameters are 400 (H33)', async () => {
    const large = await sendBytes(
      site.base,
      line('GET /api/health HTTP/1.1', [`X-A: ${'a'.repeat(100_000)}`]),
      1_500,
    );
    assert.deepEqual([firstStatus(large), large.closed], [431, true]);
    const many = await sendBytes(
      site.base,
      line(
        'GET /api/health HTTP/1.1',
        Array.from({ length: 5_000 }, (_, at) => `X-${at}: 1`),
      ),
      1_500,
    );
    assert.deepEqual([firstStatus(many), many.closed], [431, true]);
    for (const path of [
      '/api/standards',
      '/api/projects',
      '/api/help',
      `/api/standards/${site.ada.standardId}`,
    ]) {
      const query = Array.from({ length: 2_000 }, (_, at) => `p${at}=1`).join('&');
      const { status, body } = await sendRawRequest(site.base, {
        path: `${path}?${query}`,
        headers: keyHeaders(site.ada.secret),
      });
      assert.deepEqual([status, body.code], [400, 'VALIDATION_ERROR'], path);
    }
  });

  it('a malformed request is rejected with a problem document too, which reveals nothing of the server (H33, G2)', async () => {
    const cases: [string, number][] = [
      ['GET /api/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n', 400],
      ['GET /api/health HTTP/1.1\r\n\r\n', 400],
      [`GET /api/health HTTP/1.1\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
      ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc', 400],
    ];
    for (const [text, status] of cases) {
      const response = await sendBytes(site.base, text, 1_500);
      assert.deepEqual([firstStatus(response), response.closed], [status, true]);
      assert.match(response.text, /\r\nContent-Type: application\/problem\+json/);
      assert.match(response.text, /"code":"MALFORMED_REQUEST".*"requestId":"[\w-]{36}"/);
      assert.ok(!/node|moleculer|stack|HPE_/i.test(response.text), response.text);
    }
  });
});
