/** Tests of the merge plan by example: each kind of conflict, and the result of each choice. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { plainField } from '../outline/histories.fixture.ts';
import type { Outline } from '../outline/outline.ts';
import type { MergeChoice } from './merge-with-choices.ts';
import { base, c21, c22, element, idsOf, outline, plan, resolved, s1, s2 } from './plans.fixture.ts';

test('the source changed one clause, the copy another: nothing to decide, and only the source’s change is listed (S18)', () => {
  const theirs = outline([s1, s2, { ...c21, content: 'theirs' }, c22]);
  const mine = outline([s1, s2, c21, { ...c22, content: 'mine' }]);
  const { conflicts, autoResolved, summary } = plan(theirs, mine);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(
    autoResolved.map(({ element_id, theirs: their, mine: my, movedItself }) => [
      element_id,
      their?.element.content,
      my?.element.content,
      movedItself,
    ]),
    [[21, 'theirs', 'text 21', false]],
  );
  assert.deepEqual(summary, { conflicts: 0, autoResolved: 1, newElements: 0, removedElements: 0, moved: 0 });
  assert.equal(resolved(plan(theirs, mine), 'mine').text(22), 'mine');
});

test('both reworded: both_changed; theirs, mine, combine and words of one’s own (S8)', () => {
  const theirs = outline([s1, s2, { ...c21, content: 'theirs', toc_content: 'Cement' }, c22]);
  const mine = outline([s1, s2, { ...c21, content: 'mine' }, c22]);
  const of = plan(theirs, mine);
  assert.deepEqual(idsOf(of), ['both_changed:21']);
  assert.equal(resolved(of, 'theirs').text(21), 'theirs');
  assert.equal(resolved(of, 'mine').text(21), 'mine');
  const combined = resolved(of, 'combine').outline.elements[2];
  // The heading is the source's, which alone changed it.
  assert.deepEqual([combined?.content, combined?.toc_content], ['mine\n\ntheirs', 'Cement']);
  const own = resolved(of, { choice: 'combine', text: 'ours', heading: 'Binder' }).outline.elements[2];
  assert.deepEqual([own?.element_id, own?.content, own?.toc_content], [21, 'ours', 'Binder']);
});

test('both did the same: no conflict (S18)', () => {
  const same = outline([s1, s2, { ...c21, content: 'same' }]);
  assert.deepEqual(idsOf(plan(same, same)), []);
  const theirs = outline([...base.elements, element(30, '2.3', 'added')]);
  const mine = outline([...base.elements, element(40, '2.3', 'added')]);
  const of = plan(theirs, mine);
  assert.deepEqual(idsOf(of), []);
  assert.equal(resolved(of, 'mine').stands, '1=1 2=2 2.1=21 2.2=22 2.3=30');
});

test('changed_deleted and deleted_changed name theirs first (S18)', () => {
  const changed = outline([s1, s2, { ...c21, content: 'changed' }, c22]);
  const deleted = outline([s1, s2, c22]);
  const one = plan(changed, deleted);
  assert.deepEqual(idsOf(one), ['changed_deleted:21']);
  assert.deepEqual([one.conflicts[0]?.mine, one.conflicts[0]?.canCombine], [null, false]);
  assert.equal(resolved(one, 'theirs').text(21), 'changed');
  assert.equal(resolved(one, 'mine').stands, '1=1 2=2 2.2=22');
  const two = plan(deleted, changed);
  assert.deepEqual(idsOf(two), ['deleted_changed:21']);
  assert.equal(resolved(two, 'mine').text(21), 'changed');
  assert.equal(resolved(two, 'theirs').stands, '1=1 2=2 2.2=22');
});

test('identity_replaced only if the copy changed the old clause; theirs takes the new identity, mine and combine keep the old (S18)', () => {
  const theirs = outline([s1, s2, element(31, '2.1', 'replacement'), c22]);
  const untouched = plan(theirs, base);
  assert.deepEqual(idsOf(untouched), []);
  assert.deepEqual(
    [untouched.newElements, untouched.removedElements].map((rows) =>
      rows.map(({ element_id }) => element_id),
    ),
    [[31], [21]],
  );
  const of = plan(theirs, outline([s1, s2, { ...c21, content: 'mine' }, c22]));
  assert.deepEqual(idsOf(of), ['identity_replaced:21:31']);
  assert.deepEqual([of.newElements, of.removedElements], [[], []]);
  assert.equal(resolved(of, 'theirs').stands, '1=1 2=2 2.1=31 2.2=22');
  // Neither side deleted the new clause: it moves to the next free number.
  assert.equal(resolved(of, 'mine').stands, '1=1 2=2 2.1=21 2.2=22 2.3=31');
  const combined = resolved(of, 'combine');
  assert.deepEqual([combined.stands, combined.text(21)], ['1=1 2=2 2.1=21 2.2=22', 'mine\n\nreplacement']);
});

test('a clause that replaces another takes what the copy added below it; combined, it keeps the words of both (S18)', () => {
  const theirs = outline([s1, s2, element(31, '2.1', 'replacement'), element(311, '2.1.1'), c22]);
  const mine = outline([s1, s2, c21, element(41, '2.1.1', 'added'), element(411, '2.1.1.1'), c22]);
  const of = plan(theirs, mine);
  assert.deepEqual(idsOf(of), ['identity_replaced:21:31']);
  assert.equal(resolved(of, 'theirs').stands, '1=1 2=2 2.1=31 2.1.1=41 2.1.1.1=411 2.1.2=311 2.2=22');
  const combined = resolved(of, 'combine');
  assert.equal(combined.text(21), `${c21.content}\n\nreplacement`);
});

test('what both added alike below sections that are combined is one clause (S18)', () => {
  const section = { ...element(5, '1'), content: 'theirs' };
  const theirs = outline([section, element(50, '1.1', 'both')]);
  const mine = outline([s1, element(60, '1.1', 'both')]);
  const merge = plan(theirs, mine, outline([s1, element(11, '1.1')]));
  assert.deepEqual(idsOf(merge), ['identity_replaced:1:5']);
  assert.equal(resolved(merge, 'combine').stands, '1=1 1.1=50');
});

test('each field is an axis: field_changed with its label; combine takes each member from who changed it (S18)', () => {
  const grade = plainField(21, 7, 'Grade', 'mm');
  const other = plainField(21, 8, 'Class');
  const from = outline(base.elements, [grade, other]);
  const theirs = outline(base.elements, [
    { ...grade, unit: 'cm' },
    { ...other, unit: 'kg' },
  ]);
  const mine = outline(base.elements, [{ ...grade, unit: 'in', label: 'Strength' }, other]);
  const of = plan(theirs, mine, from);
  assert.deepEqual(idsOf(of), ['field_changed:21:7']);
  assert.equal(of.conflicts[0]?.label, 'Strength');
  const field = (choice: MergeChoice['choice']) =>
    resolved(of, choice).outline.fields.map(({ label, unit }) => [label, unit]);
  assert.deepEqual(
    field('theirs'),
    [
      ['Grade', 'cm'],
      ['Class', 'kg'],
    ].toSorted(),
  );
  assert.deepEqual(field('mine'), [
    ['Class', 'kg'],
    ['Strength', 'in'],
  ]);
  assert.deepEqual(field('combine'), [
    ['Class', 'kg'],
    ['Strength', 'in'],
  ]);
  const relabelled = outline(base.elements, [{ ...grade, label: 'Strength' }, other]);
  const reworked = outline(base.elements, [{ ...grade, drawing_ref: true }, other]);
  const both = plan(relabelled, reworked, from);
  const [, combined] = resolved(both, 'combine').outline.fields;
  assert.deepEqual([combined?.label, combined?.drawing_ref], ['Strength', true]);
});

test('a clause removed with fields that the copy added loses them; untouched fields go with their clause (S19)', () => {
  const from = outline(base.elements, [plainField(21, 7, 'Grade')]);
  const theirs = outline([s1, s2, c22]);
  assert.deepEqual(resolved(plan(theirs, from, from), 'theirs').lostFields, []);
  const mine = outline(base.elements, [plainField(21, 7, 'Grade'), plainField(21, 9, 'Class')]);
  const of = plan(theirs, mine, from);
  assert.deepEqual(
    resolved(of, 'theirs').lostFields.map(({ label }) => label),
    ['Class'],
  );
  assert.deepEqual(resolved(of, 'mine').lostFields, []);
});

test('the clauses that take words from the source are named (S19)', () => {
  const theirs = outline([
    s1,
    { ...s2, content: 'new' },
    { ...c21, content: 'theirs' },
    c22,
    element(30, '2.3'),
  ]);
  const mine = outline([s1, s2, { ...c21, content: 'mine' }, c22]);
  const of = plan(theirs, mine);
  assert.deepEqual([...resolved(of, 'theirs').incoming], [2, 21, 30]);
  assert.deepEqual([...resolved(of, 'mine').incoming], [2, 30]);
});

test('the plan warns where the source gave a clause that the copy changed the text of another (S4, S18)', () => {
  // The source inserted a clause in markup: 21 has a new text, and 22 that of 21.
  const theirs = outline([
    s1,
    s2,
    { ...c21, content: 'Inserted.' },
    { ...c22, content: c21.content },
    element(30, '2.3', c22.content),
  ]);
  const warned = (mine: Outline) => plan(theirs, mine).warnings.map(({ address }) => address);
  assert.deepEqual(warned(outline([s1, s2, c21, { ...c22, toc_content: 'Site' }])), ['2.2']);
  assert.deepEqual(warned(outline(base.elements, [plainField(22, 7, 'Grade')])), ['2.2']);
  // Its text went to 2.2, and the heading of the copy stays.
  assert.deepEqual(warned(outline([s1, s2, { ...c21, toc_content: 'Site' }, c22])), ['2.1']);
  assert.deepEqual(plan(base, base).warnings, []);
});

test('a conflict names the axes that both changed, and a choice decides these (S8, S18)', () => {
  const theirs = outline([s1, s2, { ...c21, toc_content: 'Theirs', content: 'New.' }, c22]);
  const of = plan(theirs, outline([s1, s2, { ...c21, toc_content: 'Mine' }, c22]));
  assert.deepEqual(
    of.conflicts.map(({ axes }) => axes),
    [['heading']],
  );
  assert.equal(resolved(of, 'mine').text(21), 'New.');
});
