/**
 * Tests of request lines and headers that are too long or malformed, and of the longest valid query. Limits of bodies
 * are in the suites of what receives them.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { firstStatus, keyHeaders, sendBytes, sendRawRequest } from '../../tools/world/raw-http.ts';
import { useWorld } from '../world/test-world.ts';

describe('the head of a request', () => {
  const site = useWorld();

  it('that is too long or malformed is refused with the path, also by the parser (G2, Y22)', async () => {
    const cases: [string, number, string][] = [
      [`GET /api/help?x=${'a'.repeat(70_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 414, '/api/help'],
      [`GET /api/help HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`, 431, '/api/help'],
      [`GET /api/help?q=1 HTTP/1.1\r\nHost: localhost\r\nX A: b\r\n\r\n`, 400, '/api/help'],
      ['GET nowhere HTTP/1.1\r\nHost: localhost\r\nX A: b\r\n\r\n', 400, ''],
    ];
    for (const [text, status, instance] of cases) {
      const response = await sendBytes(site.base, text, 1_500);
      assert.deepEqual([firstStatus(response), response.closed], [status, true], text.slice(0, 60));
      assert.ok(response.text.includes(`"instance":"${instance}"`), response.text.slice(0, 600));
    }
  });

  it('the longest query that is valid is answered: 4,000 characters of four bytes (Y22)', async () => {
    const search = new URLSearchParams({ query: '𝑥'.repeat(4_000), limit: '1' });
    const { status, body } = await sendRawRequest(site.base, {
      path: `/api/standards/search-content?${search}`,
      headers: keyHeaders(site.ada.secret),
    });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
  });
});
