/** Tests that search neither finds nor shows the text of withheld clauses; also of snippets. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { OpenEngine } from '../../../shared/search/search-thread.ts';
import { makeSnippet } from '../../../shared/search/snippet.ts';
import { openTestEngine, testKey } from '../../../shared/search/test-engine.fixture.ts';
import { withheldClauses } from '../holds/held-clauses.fixture.ts';
import { packContent } from '../revision/content-repository.ts';
import type { ElementView } from '../revision/present-clauses.ts';
import { readContentRows } from './content-rows.ts';
import { presentHit } from './present-hit.ts';

const outline = {
  elements: [
    {
      element_id: 1,
      address: '1',
      kind: 'section',
      toc_content: 'Secret heading',
      content: 'Secret text.',
      label: 'Secret-9',
    },
    { element_id: 2, address: '1.1', kind: 'clause', toc_content: '', content: 'Open text.' },
  ],
  fields: [],
} satisfies Parameters<typeof packContent>[0];

async function engineWith(withheldElementIds: number[]): Promise<OpenEngine> {
  const engine = await openTestEngine(readContentRows, null);
  const key = testKey();
  const { bytes } = packContent(outline);
  await engine.index({ key, packed: bytes, withheldElementIds });
  await engine.setCurrent({
    scope: 'scope',
    document: { standardId: 7, revisionId: 8, name: 'Standard', key },
  });
  return engine;
}

const addressesOf = async (engine: OpenEngine, query: string): Promise<string[]> =>
  (await engine.search({ query, scopes: ['scope'], documents: [], limit: 20 })).map(
    ({ element }: { element: Pick<ElementView, 'address'> }) => element.address,
  );

describe('held text', () => {
  it('is neither found by its words, nor by its heading from the clauses below, nor by its address or printed number (S13, Y11)', async () => {
    const open = await engineWith([]);
    assert.deepEqual(await addressesOf(open, 'secret'), ['1', '1.1']);
    assert.deepEqual(await addressesOf(open, '"secret text"'), ['1', '1.1']);
    const held = await engineWith([1]);
    assert.deepEqual((await addressesOf(open, 'secret-9'))[0], '1');
    for (const query of ['secret', '"secret heading"', 'heading', '1', 'Secret-9'])
      assert.deepEqual(await addressesOf(held, query), [], query);
    assert.deepEqual(await addressesOf(held, 'open'), ['1.1']);
  });

  it('the index keeps none of it (S13)', async () => {
    const held = await engineWith([1]);
    const hits = await held.search({ query: 'open', scopes: ['scope'], documents: [], limit: 20 });
    assert.ok(!JSON.stringify(hits).includes('Secret'));
  });
});

describe('a hit', () => {
  it('of a clause withheld since it was indexed is not shown (S13)', async () => {
    const hits = await (await engineWith([])).search({
      query: 'secret',
      scopes: ['scope'],
      documents: [],
      limit: 20,
    });
    const shown = hits.flatMap((hit) =>
      presentHit({ ...hit, standardName: 'Standard' }, withheldClauses(1), 'secret'),
    );
    assert.deepEqual(
      shown.map(({ address, snippet }) => [address, snippet]),
      [['1.1', 'Open text.']],
    );
  });
});

describe('a snippet', () => {
  it('is the text, or the part of it with most words of the query, cut at words', () => {
    assert.equal(makeSnippet('One\n\n two.', 'two'), 'One two.');
    const long = `${'Filler words here. '.repeat(40)}The handrail height is 900 mm. ${'More of it. '.repeat(40)}`;
    const snippet = makeSnippet(long, 'height of handrails');
    assert.match(snippet, /^… .*The handrail height is 900 mm\..* …$/);
    assert.ok(snippet.length < 260);
    assert.ok(makeSnippet('x'.repeat(1_000), 'y').length < 260);
  });
});
