import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { readError } from '../../../shared/kernel/errors.ts';
import { ReceivedBody } from './received-body.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 1);

it('H8: a body of a million chunks of a byte takes little more memory than its bytes', () => {
  const body = new ReceivedBody('user 1');
  const before = process.memoryUsage();
  for (let at = 0; at < 1_000_000; at += 1) body.add(Buffer.from([at % 251]));
  assert.equal(body.bytes.length, 1_000_000);
  assert.ok(body.bytes.every((byte, at) => byte === at % 251));
  assert.ok(process.memoryUsage().arrayBuffers - before.arrayBuffers < 16 * 1024 * 1024);
  body.end();
});

it('hardening API4: one sender does not fill the memory of all, and is served again when the rest has arrived', () => {
  const bodies: ReceivedBody[] = [];
  const fill = (owner: string): unknown => {
    try {
      for (;;) {
        const body = new ReceivedBody(owner);
        bodies.push(body);
        for (let at = 0; at < 8; at += 1) body.add(MEGABYTE);
      }
    } catch (error) {
      return error;
    }
  };
  const refused = readError(fill('user 2'));
  assert.deepEqual([refused.code, refused.extras.metadata], ['SERVICE_UNAVAILABLE', { retryAfter: 1 }]);
  const other = new ReceivedBody('user 3');
  other.add(MEGABYTE);
  other.end();
  for (const body of bodies) body.end();
  const again = new ReceivedBody('user 2');
  again.add(MEGABYTE);
  assert.equal(again.bytes.length, MEGABYTE.length);
  again.end();
});
