/** Tests of the timeouts and repetitions of calls that the contracts give. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { publishedEndpoints } from '../../contracts/published-endpoints.ts';
import { callOptionsFor } from './call-timeouts.ts';

describe('timeouts of calls', () => {
  it('a call whose endpoint names no time ends within ten seconds (R15)', () => {
    const usual = publishedEndpoints().filter(({ spec }) => spec.timeoutMs === undefined);
    assert.ok(usual.length > 100);
    for (const { id } of usual) assert.ok(callOptionsFor(id, true).timeout < 10_000, id);
  });

  it('an endpoint that names a time has it, and reads alone are repeated, between nodes (R1)', () => {
    const slow = publishedEndpoints().filter(({ spec }) => spec.timeoutMs !== undefined);
    assert.ok(slow.some(({ id }) => id === 'standards.mergePlan'));
    for (const { id, spec } of slow) assert.equal(callOptionsFor(id, true).timeout, spec.timeoutMs, id);
    assert.equal(callOptionsFor('standards.get', true).retries, 2);
    assert.equal(callOptionsFor('standards.get', false).retries, 0);
    assert.equal(callOptionsFor('standards.create', true).retries, 0);
  });
});
