/** Tests of parsing a search query into words, phrases and numbers. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { findPhrase } from './find-phrase.ts';
import { foldText } from './fold-text.ts';
import { parseQuery } from './parse-query.ts';

const findIn = (text: string, phrase: string) => findPhrase(foldText(text), foldText(phrase), true);

describe('a search query', () => {
  it('that is a designation is looked for as it is written, also with amendments (S13)', () => {
    for (const designation of [
      'ASTM A36',
      'EN 1992-1-1',
      'EN 1992-1-1:2004+A1:2014',
      'EN 206:2013+A2:2021',
      'AWS D1.1/D1.1M',
      'ASTM A615/A615M-20',
      'ANSI/BHMA A156.10',
      'EN ISO 1461',
      'BS-5950-1:2000',
      'B-9.28.1.2',
      'ASST.1.1.1',
      'CCC.M1',
      'M1041',
      'AC-2(1)',
      '3.10.2a',
      'C30/37',
    ]) {
      assert.deepEqual(parseQuery(designation).phrases, [designation]);
      assert.equal(findIn(`as in ${designation}, Table 2`, designation), 'whole');
    }
    assert.deepEqual(parseQuery('B-9.28.1.2.').phrases, ['B-9.28.1.2']);
    for (const text of ['concrete cover', 'EN', 'steel grade', 'A-B', 'C30/37 concrete'])
      assert.deepEqual(parseQuery(text).phrases, [], text);
  });

  it('of letters and combining marks finds what the composed letters find, and the other way round', () => {
    for (const composed of ['résumé of the café', 'Ångström', 'İSTANBUL dış cephe']) {
      const decomposed = composed.normalize('NFD');
      assert.deepEqual(parseQuery(decomposed), parseQuery(composed));
      assert.equal(findIn(`see ${decomposed}.`, composed), 'whole');
      assert.equal(findIn(`see ${composed}.`, decomposed), 'whole');
    }
    assert.deepEqual(parseQuery(`"${'café'.normalize('NFD')}"`).phrases, ['café']);
  });

  it('finds a quoted phrase as it is read: in any quotation marks, with any apostrophe, emphasis and ß (S13)', () => {
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
    assert.equal(
      findIn('by the manufacturer’s **written** instructions', "manufacturer's written instructions"),
      'whole',
    );
    assert.equal(findIn("the manufacturer's _written_ word", 'manufacturer’s written'), 'whole');
    assert.equal(findIn('Straßen und Wege', 'strassen und'), 'whole');
    assert.equal(findIn('STRASSEN', 'Straßen'), 'whole');
    assert.equal(findIn('written*instructions', 'instruction'), 'none');
  });

  it('keeps a word whole of which a letter becomes two in lower case', () => {
    assert.deepEqual(parseQuery('İSTANBUL').words, ['İSTANBUL']);
  });
});
