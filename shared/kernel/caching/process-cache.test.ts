/** Tests of the caches that share the budget of a process. */
import assert from 'node:assert/strict';
import { afterAll, beforeEach, describe, it } from '@jest/globals';
import fc from 'fast-check';
import { cachedBytes, limitCaches, ProcessCache } from './process-cache.ts';

const LIMIT = 10_000;

describe('caches with one budget', () => {
  beforeEach(() => {
    // Another number empties them.
    limitCaches(LIMIT - 1);
    limitCaches(LIMIT);
  });
  afterAll(() => limitCaches(96e6));

  it('what was used longest ago goes first, also from another cache', () => {
    const [first, second] = [new ProcessCache<string, number>(() => 4_000), new ProcessCache(() => 4_000)];
    first.set('a', 1);
    second.set('a', 2);
    assert.equal(first.get('a'), 1);
    first.set('b', 3);
    assert.deepEqual([first.get('a'), second.get('a'), first.get('b')], [1, undefined, 3]);
  });

  it('a value above the budget is not kept, and removes none', () => {
    const cache = new ProcessCache<string, number>((value) => value);
    cache.set('small', 1_000);
    cache.set('large', LIMIT);
    assert.deepEqual([cache.has('small'), cache.has('large')], [true, false]);
  });

  it('a cache answers what was set last or nothing, and all together stay within the budget', () => {
    const step = fc.record({
      cache: fc.nat(2),
      key: fc.nat(5),
      work: fc.oneof(fc.nat(12_000), fc.constant('delete' as const), fc.constant('get' as const)),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const caches = [0, 1, 2].map(() => new ProcessCache<number, { bytes: number }>(({ bytes }) => bytes));
        const last = new Map<string, { bytes: number } | undefined>();
        for (const { cache: at, key, work } of steps) {
          const [cache, name] = [caches[at], `${at} ${key}`];
          if (work === 'delete') {
            cache?.delete(key);
            last.delete(name);
          } else if (work !== 'get') {
            const value = { bytes: work };
            cache?.set(key, value);
            last.set(name, value);
          }
          const found = cache?.get(key);
          assert.equal(cache?.has(key), found !== undefined);
          if (found !== undefined) assert.equal(found, last.get(name));
          assert.ok(cachedBytes() <= LIMIT);
        }
      }),
    );
  });
});
