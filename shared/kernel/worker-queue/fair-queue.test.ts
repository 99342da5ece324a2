/** Unit tests of the queue that serves owners in turn. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

describe('texts that wait to be read', () => {
  it('owners take turns, regardless of who came first and how much they sent (A5)', () => {
    const queue = new FairQueue<string>();
    for (const text of ['a1', 'a2', 'a3']) assert.ok(queue.add('a', text));
    assert.equal(queue.next(), 'a1');
    for (const text of ['b1', 'b2', 'c1']) assert.ok(queue.add(text.charAt(0), text));
    const order = Array.from({ length: 6 }, () => queue.next());
    assert.deepEqual(order, ['b1', 'c1', 'a2', 'b2', 'a3', undefined]);
  });

  it('owners who fill the queue together lock no one out: an owner with nothing in it gets one place (A5)', () => {
    const queue = new FairQueue<string>();
    // More accounts than it takes, each with as much as it may send.
    const owners = Array.from({ length: 20 }, (_, index) => `user ${index}`);
    const accepted = owners.flatMap((owner) =>
      Array.from({ length: 30 }, (_, index) => queue.add(owner, `${owner}: ${index}`)),
    );
    assert.ok(accepted.includes(false));
    assert.ok(queue.add('another', 'first'));
    assert.ok(!queue.add('another', 'second'));
    for (const _ of owners) queue.next();
    assert.equal(queue.next(), 'first');
  });
});
