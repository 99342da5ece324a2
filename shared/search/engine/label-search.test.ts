/** Tests of searching for the label (printed number) of a clause. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createEngine } from './search-engine.fixture.ts';

const LABELS = ['1.01.A', 'AC-2', 'AC-2(3)', 'A.', '§ 4', '2.2.1.2.(1)', 'PART 1', '3', 'Annex B'];
/** Clauses whose texts have every number, several times. */
const CONTENTS = LABELS.map(
  (_, at) => `The words of ${at} refer to ${LABELS.join(', ')} and again ${LABELS.join(', ')}.`,
);

async function find(query: string, labels: readonly string[] = LABELS) {
  const engine = await createEngine(CONTENTS, 1, [], labels);
  const hits = await engine.search({ query, scopes: ['all'], documents: [], limit: 20 });
  engine.close();
  return hits;
}

describe('a printed number', () => {
  it('finds its clause first, and strong, however often other texts have it (Y11, Y16)', async () => {
    for (const [at, label] of LABELS.entries())
      for (const query of [label, label.toLowerCase(), ` ${label} `]) {
        const [first] = await find(query);
        assert.deepEqual([first?.element.address, first?.confidence], [`${at + 1}`, 'strong'], query);
      }
    for (const query of ['Section 1.01.A', '1.01.a.', 'section 3'])
      assert.equal((await find(query))[0]?.element.address, query.endsWith('3') ? '8' : '1', query);
  });

  it('comes before the clause with that number in the outline, and need not be unique (Y11)', async () => {
    const hits = await find('3', ['', '3', '', '', '3.', '', '', '', '']);
    assert.deepEqual(
      hits.slice(0, 3).map(({ element }) => element.address),
      ['2', '5', '3'],
    );
  });

  it('is a word beside others, and part of a longer one only as a word (Y11)', async () => {
    const engine = await createEngine(['Accounts are managed.', 'Other accounts.'], 1, [], ['AC-2', 'AC-22']);
    const found = async (query: string) =>
      (await engine.search({ query, scopes: ['all'], documents: [], limit: 5 })).map(
        ({ element, heading }) => [element.address, heading],
      );
    assert.deepEqual((await found('AC-2 accounts'))[0], ['1', 'AC-2']);
    assert.deepEqual((await found('AC-22'))[0], ['2', 'AC-22']);
    engine.close();
  });
});
