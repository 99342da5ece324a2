/** Unit tests of parsing references, and of which standard is nearest to another by copies. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { findNearest, lineageDistance } from './lineage-distance.ts';
import { parseReference } from './parse-reference.ts';

describe('references and lineage', () => {
  it('a reference is library/slug, with the address of a clause or without (W10)', () => {
    const page = { library_slug: 'ada-2010', slug: 'doors' };
    for (const clause of ['2', '2.1.10'])
      assert.deepEqual(parseReference(`ada-2010/doors#${clause}`), { ...page, clause });
    assert.deepEqual(parseReference('ada-2010/doors'), { ...page, clause: null });
    const wrong = [
      '',
      'doors',
      '/doors',
      'ada-2010/',
      'ada-2010/doors/x',
      'ADA/doors',
      'ada--2010/doors',
      'ada/doors-',
    ];
    const malformed = [
      ...wrong,
      ' ada/doors',
      'ada/doors#',
      'ada/doors#a',
      'ada/doors#1.',
      'ada/doors\n',
      '[[ada/doors]]',
    ];
    for (const text of malformed) assert.equal(parseReference(text), null, text);
  });

  it('the nearest standard is the one with the fewest customisations in between', () => {
    const parents = new Map([
      [2, 1],
      [3, 2],
      [4, 9],
    ]);
    assert.equal(lineageDistance(1, 1, parents), 0);
    assert.equal(lineageDistance(3, 1, parents), 2);
    assert.equal(lineageDistance(4, 1, parents), null);
    const rows = [4, 3, 2].map((standard_id) => ({ standard_id }));
    assert.deepEqual(findNearest(rows, 1, parents), { standard_id: 2 });
    assert.equal(findNearest(rows, 7, parents), null);
  });

  it('ends on a lineage that runs in a circle', () => {
    const circle = new Map([
      [1, 2],
      [2, 1],
    ]);
    assert.equal(lineageDistance(1, 3, circle), null);
  });
});
