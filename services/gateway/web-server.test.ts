/**
 * Tests of the HTTP server: pipelining, whole addresses as targets, hosts, transfer codings, and that it serves no
 * metrics.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from '@jest/globals';
import { useNode } from '../../test/service-node.ts';
import { sendBytes } from '../../tools/world/raw-http.ts';

describe('the web server', () => {
  const node = useNode(['gateway']);

  /** Sends so many requests at once on one connection; how many answers came back. */
  const pipelined = (count: number, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(node.url);
      const one = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const socket = connect(Number(port), hostname, () =>
        socket.write(one.repeat(count - 1) + one.replace('Host', 'Connection: close\r\nHost')),
      );
      let responses = 0;
      socket.on('data', (chunk) => {
        responses += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
      });
      socket.on('close', () => resolve(responses));
      socket.on('error', reject);
    });

  it('RFC 9112: pipelined requests are answered in order', async () => {
    assert.equal(await pipelined(20, '/healthz/live'), 20);
  });

  it('a connection that pipelines endlessly is closed (hardening C2, API4)', async () => {
    assert.ok((await pipelined(800, '/docs/swagger-ui-bundle.js')) <= 32);
    assert.equal(await pipelined(1, '/healthz/live'), 1, 'others are served');
  });

  /** The status line and the body of a request sent as this text. */
  const raw = (target: string, headers = 'Host: localhost', method = 'GET', body = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(node.url);
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${method} ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n${body}`),
      );
      let response = '';
      socket.on('data', (chunk) => {
        response += chunk.toString();
      });
      socket.on('close', () => resolve(response));
      socket.on('error', reject);
    });

  it('RFC 9112, 3.2.2: a whole address as the target is served like its path, as a client behind a proxy sends it', async () => {
    assert.match(await raw('http://specs.localhost/api/help?format=index'), /^HTTP\/1.1 200 /);
    assert.match(await raw('HTTP://specs.localhost:3000/api/help'), /^HTTP\/1.1 200 /);
    assert.match(
      await raw('https://specs.localhost'),
      /^HTTP\/1.1 200 [\s\S]*<title>Construction Specification Service/,
      'without a path it is the first page',
    );
    const missing = await raw('http://specs.localhost/api/nothing');
    assert.match(missing, /^HTTP\/1.1 404 /);
    assert.ok(missing.includes('"instance":"/api/nothing"'));
  });

  it('RFC 9112, 3.2.2: its host counts and not the header, so that a page is ours by the address that was asked for', async () => {
    const body = '{}';
    const headers = (host: string) =>
      `Host: ${host}\r\nOrigin: http://specs.localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const login = (target: string, host: string) => raw(target, headers(host), 'POST', body);
    assert.match(await login('/api/account/login', 'elsewhere.localhost'), /CROSS_SITE_REQUEST/);
    const whole = await login('http://specs.localhost/api/account/login', 'elsewhere.localhost');
    assert.doesNotMatch(whole, /CROSS_SITE_REQUEST|NOT_FOUND/);
    assert.ok(whole.includes('"instance":"/api/account/login"'));
  });

  it('RFC 9110, 4.2.4: a whole address with a user name, or without a host, is 400', async () => {
    for (const target of ['http://ada@specs.localhost/api/help', 'http:///api/help', 'http://']) {
      assert.match(await raw(target), /^HTTP\/1.1 400 /, target);
    }
  });

  it('HTTP/1.1 without a Host is 400 with a problem document, also with an absolute URL (RFC 9112, 3.2; G2)', async () => {
    for (const target of ['/api/help?format=index', 'http://specs.localhost/api/help?format=index']) {
      const response = await raw(target, 'X-Request-Id: without-host');
      assert.match(response, /^HTTP\/1.1 400 /, target);
      assert.match(response, /\r\nContent-Type: application\/problem\+json/);
      assert.match(response, /"code":"MALFORMED_REQUEST".*"requestId":"without-host"/);
    }
    const newer = await sendBytes(node.url, 'GET /api/help?format=index HTTP/2.0\r\n\r\n', 10_000);
    assert.match(newer.text, /^HTTP\/1.1 400 /);
    const { text } = await sendBytes(node.url, 'GET /api/help?format=index HTTP/1.0\r\n\r\n', 10_000);
    assert.match(text, /^HTTP\/1.1 200 /, 'HTTP/1.0 needs none');
  });

  it('RFC 9112, 3.2; G2: a Host with more than a host and a port is 400', async () => {
    for (const host of ['a b', 'a/b', 'a?b', 'a#b', 'ada@specs.localhost'])
      assert.match(await raw('/api/help?format=index', `Host: ${host}`), /^HTTP\/1.1 400 /, host);
    for (const host of ['specs.localhost:3000', '[::1]:3000'])
      assert.match(await raw('/api/help?format=index', `Host: ${host}`), /^HTTP\/1.1 200 /, host);
  });

  it('RFC 9112, 6.1; G2: chunked is the only transfer coding; another is 501, and its body is not read', async () => {
    const login = (coding: string) =>
      raw(
        '/api/account/login',
        `Host: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}`,
        'POST',
        '2\r\n{}\r\n0\r\n\r\n',
      );
    assert.match(await login('Chunked'), /^HTTP\/1.1 400 .*"VALIDATION_ERROR"/s);
    for (const coding of ['gzip, chunked', 'x, chunked', 'identity, chunked'])
      assert.match(await login(coding), /^HTTP\/1.1 501 .*"MALFORMED_REQUEST"/s, coding);
  });

  it('the public port has no /metrics, in any spelling: usage figures are private (X16)', async () => {
    for (const path of [
      '/metrics',
      '/metrics/',
      '/Metrics',
      '/metrics?name=x',
      '/api/metrics',
      '/api/~node/metrics',
    ]) {
      const response = await fetch(`${node.node.url}${path}`);
      assert.equal(response.status, 404, path);
      assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
      assert.equal(Object(await response.json()).code, 'NOT_FOUND', path);
    }
  });
});
