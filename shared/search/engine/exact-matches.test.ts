import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createEngine } from './search-engine.fixture.ts';

describe('a phrase that many rows contain', () => {
  it('S13: is strong in the best of them, also where its words have no weight in the query', async () => {
    const engine = await createEngine(
      Array.from({ length: 1_000 }, (_, at) =>
        at % 2 === 0 ? `the cover of the slab ${at}` : `the slab, of course ${at} the`,
      ),
    );
    for (const query of ['"of the"', '"of the" 500', '"of the" concrete', '"of the slab"']) {
      const hits = engine.search({ query, scopes: ['all'], documents: [], limit: 100 });
      assert.equal(hits.length, 100, query);
      for (const { content, confidence } of hits)
        assert.deepEqual([content.includes('of the'), confidence], [true, 'strong'], query);
    }
    const [best] = engine.search({ query: '"of the" 500', scopes: ['all'], documents: [], limit: 1 });
    assert.equal(best?.element.address, '501');
    engine.close();
  });
});

describe('letters that are written in two ways', () => {
  it('S13: are found in either, as words and as a phrase', async () => {
    const engine = await createEngine([
      'Der Straßenbau beginnt.',
      'Die Strassenbahn fährt.',
      'Płyta z betonu.',
      'Bridges.',
    ]);
    const found = (query: string) =>
      engine
        .search({ query, scopes: ['all'], documents: [], limit: 10 })
        .map(({ element }) => element.address);
    assert.deepEqual(found('strassenbau'), ['1']);
    assert.deepEqual(found('Straßenbahn'), ['2']);
    assert.deepEqual(found('plyta'), ['3']);
    assert.deepEqual(found('"der strassenbau"'), ['1']);
    assert.deepEqual(found('«die straßenbahn»'), ['2']);
    engine.close();
  });
});
