import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { containsPhrase, parseQuery } from './parse-query.ts';

describe('a search query', () => {
  it('S13: that is a designation is looked for as it is written, also with amendments', () => {
    for (const designation of [
      'ASTM A36',
      'EN 1992-1-1',
      'EN 1992-1-1:2004+A1:2014',
      'EN 206:2013+A2:2021',
      'AWS D1.1/D1.1M',
    ]) {
      assert.deepEqual(parseQuery(designation).phrases, [designation]);
      assert.ok(containsPhrase(`as in ${designation}, Table 2`, designation));
    }
    for (const text of ['concrete cover', 'EN', '25 mm', 'steel grade'])
      assert.deepEqual(parseQuery(text).phrases, []);
  });

  it('of letters and combining marks finds what the composed letters find, and the other way round', () => {
    for (const composed of ['résumé of the café', 'Ångström', 'İSTANBUL dış cephe']) {
      const decomposed = composed.normalize('NFD');
      assert.deepEqual(parseQuery(decomposed), parseQuery(composed));
      assert.ok(containsPhrase(`see ${decomposed}.`, composed));
      assert.ok(containsPhrase(`see ${composed}.`, decomposed));
    }
    assert.deepEqual(parseQuery(`"${'café'.normalize('NFD')}"`).phrases, ['café']);
  });

  it('S13: finds a quoted phrase as it is read: in any quotation marks, with any apostrophe, emphasis and ß', () => {
    for (const query of [
      '"net area"',
      '“net area”',
      '„net area“',
      '”net area”',
      '«net area»',
      '« net area »',
      '»net area«',
      '‹net area›',
    ])
      assert.deepEqual(parseQuery(query).phrases, ['net area'], query);
    assert.ok(
      containsPhrase('by the manufacturer’s **written** instructions', "manufacturer's written instructions"),
    );
    assert.ok(containsPhrase("the manufacturer's _written_ word", 'manufacturer’s written'));
    assert.ok(containsPhrase('Straßen und Wege', 'strassen und'));
    assert.ok(containsPhrase('STRASSEN', 'Straßen'));
    assert.ok(!containsPhrase('written*instructions', 'instruction'));
  });

  it('keeps a word whole of which a letter becomes two in lower case', () => {
    assert.deepEqual(parseQuery('İSTANBUL').words, ['İSTANBUL'.toLowerCase()]);
  });
});
