import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { AbortedRequests } from './aborted-requests.ts';

describe('requests whose client has gone', () => {
  it('A5: what a request still waits for ends when its client has gone, and nothing of another request', () => {
    const abandonments = new AbortedRequests();
    const [left, stays] = [abandonments.signalFor('left'), abandonments.signalFor('stays')];
    abandonments.abort({ exchange_id: 'left' });
    assert.deepEqual([left.aborted, stays.aborted], [true, false]);
  });

  it('A5: a small message overtakes a large one on the bus: a call that arrives after its client has gone is over at once', () => {
    const abandonments = new AbortedRequests();
    abandonments.abort({ exchange_id: 'left' });
    assert.ok(abandonments.signalFor('left').aborted);
  });
});
