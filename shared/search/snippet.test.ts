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

  it('has its full length at the end of the clause, and shows the words where the text has no blanks', () => {
    const filler = 'Filler words here. '.repeat(40);
    const atEnd = makeSnippet(`${filler}The handrail height is 900 mm.`, 'handrail height');
    assert.match(atEnd, /^… .*The handrail height is 900 mm\.$/);
    assert.ok(atEnd.length > 220 && atEnd.length < 260, `${atEnd.length}`);
    const unspaced = '防火區劃之牆壁，'.repeat(60);
    const phrase = '突出建築物外牆面五十公分';
    for (const text of [`${unspaced}${phrase}，${unspaced}`, `Begin ${unspaced}${phrase}，${unspaced} end`]) {
      const snippet = makeSnippet(text, phrase);
      assert.ok(snippet.includes(phrase), snippet);
      assert.ok(snippet.length > 220 && snippet.length < 260, `${snippet.length}`);
    }
  });
});
