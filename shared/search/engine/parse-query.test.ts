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
});
