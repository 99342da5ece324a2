/**
 * Tests of the time limit that a program sends with a request (`packet-members.ts`). The other members of packets:
 * `incoming-limits.test.ts`.
 */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { MAX_CALL_DURATION_MS } from './call-timeouts.ts';
import { cleanPacket } from './packet-members.ts';

const REQUEST = { channel: 'REQB', user: 'tools', target: 'standards.get' };
const request = { ver: '5', sender: 'tools.x', id: 'r-1', action: 'standards.get' };

it('the time limit that another program sends with a request is one that timers take (H31)', () => {
  const limitOf = (timeout: unknown): unknown =>
    Object(cleanPacket('REQ', REQUEST, { ...request, timeout }, true)).timeout;
  assert.equal(limitOf(9_000), 9_000);
  assert.equal(limitOf(4_999.5), 5_000);
  for (const huge of [1e300, Number.POSITIVE_INFINITY]) assert.equal(limitOf(huge), MAX_CALL_DURATION_MS);
  for (const wrong of [0, -1, Number.NaN, '9000', { valueOf: 5 }, undefined])
    assert.equal(limitOf(wrong), null);
});
