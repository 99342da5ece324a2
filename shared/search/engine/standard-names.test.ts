/** Tests of finding standards by their number or name. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createEngine } from './search-engine.fixture.ts';

/** Searches standards that share their clauses but for the first; a hit is the name of its standard and its address. */
async function find(names: readonly string[], query: string): Promise<string[]> {
  const engine = await createEngine(
    ['General.', 'See Section 03 31 29 and Section 03 31 29.'],
    names.length,
    names,
  );
  const hits = await engine.search({ query, scopes: ['all'], documents: [], limit: 20 });
  engine.close();
  return hits.map(
    ({ standardId, element, confidence }) => `${names[standardId - 1]} ${element.address} ${confidence}`,
  );
}

describe('names of standards', () => {
  const names = ['Masonry', 'Section 03 31 29 - Marine Concrete', 'Section 03 31 30'];

  it('a section is found first by its number in any writing, and strong (Y16)', async () => {
    for (const query of [
      'Section 03 31 29',
      '03 31 29',
      '033129',
      'section 033129',
      '03\u00a031\u00a029',
      '"03 31 29"',
      'Section 03 31 29.',
    ])
      assert.equal((await find(names, query))[0], 'Section 03 31 29 - Marine Concrete 1 strong', query);
    assert.equal(
      (await find(['Masonry', '033129 Marine Concrete'], '03 31 29'))[0],
      '033129 Marine Concrete 1 strong',
    );
    const other = await find(names, '03 31 30');
    assert.deepEqual(
      [other[0], other.filter((hit) => hit.endsWith('strong')).length],
      ['Section 03 31 30 1 strong', 1],
    );
  });

  it('a standard is found by the words of its name, also where no text has them (Y16)', async () => {
    for (const query of [
      'marine concrete',
      'Marine Concreting',
      'concrete, marine',
      '"marine concrete"',
      'Section 03 31 29 - Marine Concrete',
    ])
      assert.match((await find(names, query))[0] ?? '', /^Section 03 31 29 - Marine Concrete 1 /, query);
    assert.equal((await find(names, 'masonry'))[0], 'Masonry 1 strong');
    assert.deepEqual(await find(names, 'plumbing'), []);
  });
});
