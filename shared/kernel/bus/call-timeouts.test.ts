import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { publishedEndpoints } from '../../contracts/published-endpoints.ts';
import { callOptionsFor } from './call-timeouts.ts';

describe('timeouts of calls', () => {
  it('R15: a call whose endpoint names no time ends within ten seconds, between nodes with all its attempts', () => {
    const usual = publishedEndpoints().filter(({ spec }) => spec.timeoutMs === undefined);
    assert.ok(usual.length > 100);
    for (const { id } of usual)
      for (const betweenNodes of [false, true]) {
        const { timeout, retries = 0 } = callOptionsFor(id, betweenNodes);
        assert.ok(timeout * (retries + 1) < 10_000, id);
      }
  });

  it('R1: an endpoint that names a time has it for each attempt', () => {
    const slow = publishedEndpoints().filter(({ spec }) => spec.timeoutMs !== undefined);
    assert.ok(slow.some(({ id }) => id === 'standards.mergePlan'));
    for (const { id, spec } of slow) assert.equal(callOptionsFor(id, true).timeout, spec.timeoutMs, id);
  });
});
