/**
 * Tests of malformed, oversized and wrongly encoded request bodies, sent byte for byte to all endpoints that take
 * one.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { firstStatus, keyHeaders, sendBytes, sendRawRequest } from '../../tools/world/raw-http.ts';
import { credentialFor, OPEN_ENDPOINTS, requestPath, sendToEndpoint } from '../world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { collectProblems } from '../world/response-checks.ts';
import { shareOf } from '../world/share-of.ts';
import { useWorld } from '../world/test-world.ts';

const MEGABYTE = 1024 * 1024;
/**
 * What the service may be deaf at a stretch, in milliseconds of processor time. Seen: 10 to 50. A parser
 * without bounds takes a second.
 */
const LAG_MS = 200;

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

/** What each says, and the code it is refused with. */
const MALFORMED: readonly (readonly [string, string | Buffer, string?])[] = [
  ['a key twice', '{"name":"a","name":"b"}'],
  ['a key twice, once escaped', '{"name":"a","n\\u0061me":"b"}'],
  ['a key twice, deep inside', '{"a":[{"b":{"c":1,"c":2}}]}'],
  ['deeper than 100', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
  ['a million levels', '['.repeat(1_000_000)],
  ['a million levels of objects', '{"a":'.repeat(1_000_000)],
  ['a byte order mark', bytes([0xef, 0xbb, 0xbf], '{}')],
  ['UTF-16', bytes([0xff, 0xfe], '{}')],
  ['UTF-16 without a mark', Buffer.from('{"name":"a"}', 'utf16le')],
  ['a byte that is no UTF-8', bytes('{"name":"', [0xff], '"}')],
  ['an overlong form', bytes('{"name":"', [0xc0, 0x80], '"}')],
  ['a surrogate in UTF-8', bytes('{"name":"', [0xed, 0xa0, 0x80], '"}')],
  ['half a pair', '{"name":"\\ud800"}'],
  ['half a pair in a key', '{"\\udc00":"a"}'],
  ['trailing bytes', '{}x'],
  ['two texts', '{}{}'],
  ['a NUL after the text', bytes('{}', [0])],
  ['NaN', '{"a":NaN}'],
  ['Infinity', '{"a":-Infinity}'],
  ['a comment', '{/**/}'],
  ['a trailing comma', '{"a":1,}'],
  ['single quotes', "{'a':1}"],
  ['an open string', '{"a'],
  ['nothing but white space', '   '],
  ['a tab in a string', '{"a":"\t"}'],
  ['a list', '[]', 'VALIDATION_ERROR'],
  ['null', 'null', 'VALIDATION_ERROR'],
  ['a text', '"a"', 'VALIDATION_ERROR'],
  ['a number', '1e99', 'VALIDATION_ERROR'],
  ['a number that overflows', '{"expires_at":1e999}'],
  ['one in an unknown member', '{"a":[-1e999]}'],
  ['one of many digits', `{"a":${'9'.repeat(400)}}`],
];

/**
 * Watches the turns of the event loop.
 * @returns what ends the watch and tells the longest turn, in milliseconds of this thread's processor time:
 * other programs on the machine,
 *   and the collection of garbage in threads beside it, do not lengthen it
 */
function watchStretches(): () => number {
  let longest = 0;
  let last = process.threadCpuUsage();
  let isWatching = true;
  const look = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
    if (isWatching) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isWatching = false;
    return Math.round(longest / 1000);
  };
}

const withBody = OPEN_ENDPOINTS.filter(({ spec }) => spec.body && !spec.bodyEncoding);

describe('bodies that are not the JSON they claim to be', () => {
  const site = useWorld();

  it('is 400, on every endpoint that takes a body; nothing is written (H8, G18)', async () => {
    const before = await readDatabaseContents(site.node);
    const small = MALFORMED.filter(([, body]) => body.length < 1_000);
    const wrong = await collectProblems([...withBody.entries()], async ([at, route]) => {
      for (const [what, body, code = 'MALFORMED_JSON'] of shareOf(small, at)) {
        const answer = await sendToEndpoint(site, route, { body });
        if (answer.status !== 400 || answer.body.code !== code)
          return `${route.id}, ${what}: ${answer.status} ${answer.text}`;
      }
      return null;
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('no body makes the service unresponsive, however deep, long or full of keys (H8)', async () => {
    const path = '/api/standards/validate-markdown';
    const headers = keyHeaders(site.ada.secret);
    const filler = (size: number): string => `{"a":"${'x'.repeat(size)}"}`;
    const keys = (count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`;
    const bodies: [string, string | Buffer, number, string][] = [
      ...MALFORMED.filter(([, body]) => body.length >= 1_000).map(
        ([what, body]): [string, string | Buffer, number, string] => [what, body, 400, path],
      ),
      ['a million brackets closed', `{"a":[${'[],'.repeat(1_000_000)}[]]}`, 400, '/api/categories'],
      ['half a million keys', keys(400_000), 400, '/api/categories'],
      ['a million escapes', `{"name":"${'\\u0061'.repeat(1_000_000)}"}`, 400, '/api/categories'],
      ['7.9 MB of text', filler(7.9 * MEGABYTE), 400, '/api/categories'],
      ['10 MB where 8 are allowed', filler(10 * MEGABYTE), 413, '/api/categories'],
      ['17 MB where 16 are allowed', filler(17 * MEGABYTE), 413, path],
    ];
    for (const [what, body, status, to] of bodies) {
      const ready = Buffer.from(body);
      const heard: number[] = [];
      // Once is enough: what the body costs it costs each time, what the machine adds it does not.
      while (heard.length < 3 && Math.min(...heard) > LAG_MS) {
        const endWatch = watchStretches();
        const response = await sendRawRequest(site.base, { method: 'POST', path: to, headers, body: ready });
        heard.push(endWatch());
        assert.equal(response.status, status, `${what}: ${response.text.slice(0, 200)}`);
      }
      assert.ok(Math.min(...heard) <= LAG_MS, `${what} held the service up for ${heard.join(', ')} ms`);
    }
  });

  it('a body of unknown length is cut off at the limit, and the connection is closed (H8)', async () => {
    const head = [
      'POST /api/categories HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${site.ada.secret}`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '\r\n',
    ].join('\r\n');
    const chunk = `100000\r\n${'x'.repeat(MEGABYTE)}\r\n`;
    const response = await sendBytes(site.base, [head, ...Array.from({ length: 12 }, () => chunk)], 5_000);
    assert.equal(firstStatus(response), 413, response.text.slice(0, 300));
    assert.equal(response.closed, true);
  });

  it('another character set or type is 415, on every endpoint that takes a body (G18)', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=latin1',
      'application/json; charset=utf-16',
      'application/json; charset=UTF-7',
      'application/xml',
      'application/jsonp',
      'json',
      '',
    ];
    const wrong = await collectProblems([...withBody.entries()], async ([at, route]) => {
      for (const type of shareOf(types, at)) {
        const [, , ...credential] = credentialFor(site, route.spec);
        const headers = [...credential, 'content-type', type];
        const response = await sendRawRequest(site.base, {
          method: route.method,
          path: requestPath(site, route),
          headers,
          body: '{}',
        });
        if (response.status !== 415)
          return `${route.id} ${type}: ${response.status} ${response.text.slice(0, 200)}`;
      }
      return null;
    });
    assert.deepEqual(wrong, []);
  });

  it('a packed body is 415 that says so, on every endpoint that takes a body (G18, H8)', async () => {
    const encodings = ['gzip', 'br', 'deflate, gzip', ''];
    const wrong = await collectProblems([...withBody.entries()], async ([at, route]) => {
      for (const encoding of shareOf(encodings, at)) {
        const headers = [...credentialFor(site, route.spec), 'content-encoding', encoding];
        const { status, body, text } = await sendRawRequest(site.base, {
          method: route.method,
          path: requestPath(site, route),
          headers,
          body: '{}',
        });
        if (status !== 415 || !String(body.detail).includes('Content-Encoding'))
          return `${route.id} ${encoding}: ${status} ${text.slice(0, 200)}`;
      }
      return null;
    });
    assert.deepEqual(wrong, []);
    const headers = [...keyHeaders(site.ada.secret), 'content-encoding', 'Identity'];
    const path = '/api/standards/validate-markdown';
    const asIs = await sendRawRequest(site.base, {
      method: 'POST',
      path,
      headers,
      body: '{"markdown":"1. One"}',
    });
    assert.equal(asIs.status, 200, asIs.text);
  });

  it('half of a surrogate pair in a clause is refused and the working copy stays (H8)', async () => {
    const path = `/api/standards/${site.ada.standardId}/working-copy`;
    const headers = keyHeaders(site.ada.secret);
    const before = await sendRawRequest(site.base, { path, headers });
    const body = '{"elements":[{"address":"1","content":"broken \\ud83d here"}]}';
    const response = await sendRawRequest(site.base, { method: 'PUT', path, headers, body });
    assert.deepEqual([response.status, response.body.code], [400, 'MALFORMED_JSON']);
    assert.equal((await sendRawRequest(site.base, { path, headers })).headers.etag, before.headers.etag);
  });
});
