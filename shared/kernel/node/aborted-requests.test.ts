/** Tests of stopping work whose client has disconnected, also of a call that arrives after the message that says so. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { AbortedRequests } from './aborted-requests.ts';

describe('requests whose client has gone', () => {
  it('when a client disconnects, the calls its request waits for end, and none of another request (A5)', () => {
    const abandonments = new AbortedRequests();
    const [left, stays] = [abandonments.signalFor('left'), abandonments.signalFor('stays')];
    abandonments.abort({ abort_id: 'left' });
    assert.deepEqual([left.aborted, stays.aborted], [true, false]);
  });

  it('a small message overtakes a large one on the bus: a call that arrives after its client has disconnected ends at once (A5)', () => {
    const abandonments = new AbortedRequests();
    abandonments.abort({ abort_id: 'left' });
    assert.ok(abandonments.signalFor('left').aborted);
  });
});
