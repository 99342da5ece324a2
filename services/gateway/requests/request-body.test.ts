/** Tests of the memory that request bodies take while they are received. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { createMemoryBudgets } from '../memory-budget.ts';
import { BodyBuffer } from './request-body.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 1);
const budget = createMemoryBudgets().bodies;

it('a body of a million chunks of a byte takes little more memory than its bytes (H8)', () => {
  const body = new BodyBuffer(budget, 'user 1');
  const before = process.memoryUsage();
  for (let at = 0; at < 1_000_000; at += 1) body.append(Buffer.from([at % 251]));
  assert.equal(body.bytes.length, 1_000_000);
  assert.ok(body.bytes.every((byte, at) => byte === at % 251));
  assert.ok(process.memoryUsage().arrayBuffers - before.arrayBuffers < 16 * 1024 * 1024);
  body.release();
});

it('one sender does not use up the memory budget of all, and is served again when its bodies have arrived (hardening API4)', () => {
  const bodies: BodyBuffer[] = [];
  const fill = (owner: string): unknown => {
    try {
      for (;;) {
        const body = new BodyBuffer(budget, owner);
        bodies.push(body);
        for (let at = 0; at < 8; at += 1) body.append(MEGABYTE);
      }
    } catch (error) {
      return error;
    }
  };
  const refused = toErrorInfo(fill('user 2'));
  assert.deepEqual([refused.code, refused.extras.metadata], ['SERVICE_UNAVAILABLE', { retryAfter: 1 }]);
  const other = new BodyBuffer(budget, 'user 3');
  other.append(MEGABYTE);
  other.release();
  for (const body of bodies) body.release();
  const again = new BodyBuffer(budget, 'user 2');
  again.append(MEGABYTE);
  assert.equal(again.bytes.length, MEGABYTE.length);
  again.release();
});
