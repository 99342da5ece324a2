/** Tests that the label (printed number) of a clause is merged independently of its heading and text. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import type { Element } from '../outline/outline.ts';
import { mergeOutlines, mergeTrees } from './merge-outline.ts';
import { base, c21, c22, outline, plan, resolved, s1, s2 } from './plans.fixture.ts';

const withClause = (change: Partial<Element>) => outline([s1, s2, { ...c21, ...change }, c22]);

test('label by one, text by the other: both are in the merge (S18, Y11)', () => {
  const [theirs, mine] = [withClause({ label: '1.01.A' }), withClause({ content: 'mine' })];
  for (const merge of [mergeOutlines, mergeTrees]) {
    const { outline: merged } = merge({ base, theirs, mine });
    assert.deepEqual(merged?.elements[2], { ...c21, label: '1.01.A', content: 'mine' });
  }
});

test('both changed the label: a conflict on that axis, resolved by choice (S18, S26, Y11)', () => {
  const [theirs, mine] = [withClause({ label: 'A.', toc_content: 'Cement' }), withClause({ label: 'B.' })];
  for (const merge of [mergeOutlines, mergeTrees]) {
    const { conflicts } = merge({ base, theirs, mine });
    assert.deepEqual(
      conflicts.map(({ reason, axes }) => [reason, axes]),
      [['both_changed', ['label']]],
    );
    const resolutions = new Map([[21, 'mine' as const]]);
    const { outline: merged } = merge({ base, theirs, mine, resolutions });
    assert.deepEqual(merged?.elements[2], { ...c21, toc_content: 'Cement', label: 'B.' });
  }
});

test('a label that one side took away is gone, beside a heading of the other (S18, Y11)', () => {
  const from = withClause({ label: 'A.' });
  const theirs = withClause({ label: 'A.', toc_content: 'Cement' });
  for (const merge of [mergeOutlines, mergeTrees]) {
    const { outline: merged } = merge({ base: from, theirs, mine: base });
    assert.deepEqual(merged?.elements[2], { ...c21, toc_content: 'Cement' });
  }
});

test('a plan lists a new label, a combination keeps mine or has that of theirs (S18, Y11)', () => {
  const labelled = plan(withClause({ label: 'A.' }), base);
  assert.deepEqual(
    labelled.autoResolved.map(({ address }) => address),
    ['2.1'],
  );
  const both = plan(
    withClause({ label: 'A.', content: 'theirs' }),
    withClause({ label: 'B.', content: 'mine' }),
  );
  const { outline: combined, incoming } = resolved(both, 'combine');
  assert.deepEqual(combined.elements[2], { ...c21, label: 'B.', content: 'mine\n\ntheirs' });
  assert.equal(incoming.has(21), false);
  assert.equal(resolved(labelled, 'theirs').incoming.has(21), true);
});
