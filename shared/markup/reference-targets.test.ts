/** Tests of which pages and clauses the references of a text name, and which of them are missing. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { askForPages, findReferenceTargets, findUnresolved } from './reference-targets.ts';

const TEXT =
  'See [[ada/doors]],\n[[ada/doors#9.9]] and [[ada/ramps#1]].\n[[ada/doors#9.9]] [[ada/doors#1]]\n';

describe('what the references of a text name', () => {
  const targets = findReferenceTargets(TEXT);

  it('a page and each of its clauses once, with their lines (Y17)', () => {
    assert.deepEqual(
      targets.map(({ slug, clause, lines }) => [slug, clause, lines]),
      [
        ['doors', null, [1]],
        ['doors', '9.9', [2, 3]],
        ['ramps', '1', [2]],
        ['doors', '1', [3]],
      ],
    );
    assert.deepEqual(askForPages(targets), [
      { library_slug: 'ada', slug: 'doors', clauses: ['9.9', '1'] },
      { library_slug: 'ada', slug: 'ramps', clauses: ['1'] },
    ]);
    assert.deepEqual([findReferenceTargets('No [[reference]]'), askForPages([])], [[], []]);
  });

  it('of a page that is not there its clauses are not mentioned; of one that is, those it lacks (Y17)', () => {
    const pages = [{ library_slug: 'ada', slug: 'doors', clauses: ['1'] }];
    const noClause = 'The published standard ada/doors has no clause 9.9.';
    assert.deepEqual(findUnresolved(targets, pages), [
      { line: 2, message: noClause },
      { line: 3, message: noClause },
      { line: 2, message: 'There is no published standard ada/ramps.' },
    ]);
  });

  it('the first 1,000 pages and clauses are looked up, and 100 lines of each are kept', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => `[[ada/doors#${at}]]`).join(' ');
    assert.equal(findReferenceTargets(many).length, 1_000);
    assert.equal(findReferenceTargets('[[ada/doors]]\n'.repeat(101))[0]?.lines.length, 100);
  });
});
