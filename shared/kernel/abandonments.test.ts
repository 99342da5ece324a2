import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { Abandonments } from './abandonments.ts';

describe('requests whose client has gone', () => {
  it('A5: what a request still waits for ends when its client has gone, and nothing of another request', () => {
    const abandonments = new Abandonments();
    const [left, stays] = [abandonments.signalOf('left'), abandonments.signalOf('stays')];
    abandonments.hear({ exchange_id: 'left' });
    assert.deepEqual([left.aborted, stays.aborted], [true, false]);
  });

  it('A5: a small message overtakes a large one on the bus: a call that arrives after its client has gone is over at once', () => {
    const abandonments = new Abandonments();
    abandonments.hear({ exchange_id: 'left' });
    assert.ok(abandonments.signalOf('left').aborted);
  });
});
