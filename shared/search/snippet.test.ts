import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createEngine } from './engine/search-engine.fixture.ts';
import { makeSnippet } from './snippet.ts';

describe('the snippet of a long clause', () => {
  it('S13: shows the words of the query wherever they are in it', async () => {
    const filler = 'Filler words here. '.repeat(4_000);
    const engine = await createEngine([`${filler}The handrail height is 900 mm. ${filler.slice(0, 9_500)}`]);
    const query = 'height of handrails';
    const [hit] = engine.search({ query, scopes: ['all'], documents: [], limit: 10 });
    assert.match(makeSnippet(hit?.content ?? '', query), /^… .*The handrail height is 900 mm\..* …$/);
    engine.close();
  });

  it('takes the same beginnings of words for the same word, in capitals too, and no word inside another', () => {
    const filler = 'Filler words here. '.repeat(40);
    const shows = (text: string, query: string) =>
      makeSnippet(`${filler}${text} ${filler}`, query).includes(text);
    assert.ok(shows('HANDRAILS', 'handrail'));
    assert.ok(shows('İSTANBUL', 'İstanbul'));
    assert.ok(shows('rail', 'RAIL'));
    for (const text of ['railing', 'monorail', 'trail']) assert.ok(!shows(text, 'rail'), text);
  });
});
