/** Test of the confidence of a search hit. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createEngine } from './search-engine.fixture.ts';

describe('the confidence of a hit', () => {
  it('is the same however many hits are asked for, and however many copies have the text (S13)', async () => {
    const texts = [
      'Cover of slabs shall be fifty.',
      'Cover of slabs and walls shall be fifty.',
      'Walls are of brick.',
    ];
    const engine = await createEngine(texts, 8);
    for (const query of ['cover of slabs', 'brick']) {
      const rate = async (limit: number) =>
        (await engine.search({ query, scopes: ['all'], documents: [], limit })).map(
          ({ confidence }) => confidence,
        );
      const all = await rate(50);
      for (const limit of [1, 2, 5, 8, 9, 20])
        assert.deepEqual(await rate(limit), all.slice(0, limit), `${query} ${limit}`);
    }
    engine.close();
  });
});
