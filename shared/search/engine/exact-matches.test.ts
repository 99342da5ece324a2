import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { SearchEngine } from './search-engine.ts';

describe('a phrase that many rows contain', () => {
  it('S13: is strong in the best of them, also where its words have no weight in the query', async () => {
    const engine = new SearchEngine(
      () =>
        Array.from({ length: 1_000 }, (_, at) => ({
          kind: 'clause' as const,
          path: '',
          heading: '',
          content: at % 2 === 0 ? `the cover of the slab ${at}` : `the slab, of course ${at} the`,
          element: { element_id: at + 1, address: `${at + 1}`, toc_content: '', depth: 1, attributes: {} },
          field: null,
        })),
      () => null,
    );
    const key = 'content';
    await engine.index({ key, packed: new Uint8Array(), heldElementIds: [] });
    engine.setCurrent({ scope: 'all', document: { standardId: 1, revisionId: 1, name: 'Slabs', key } });
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
