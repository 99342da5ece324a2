/** Tests of the outline merge by example: each conflict, and the result of each choice. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { plainField } from '../outline/histories.fixture.ts';
import type { Element, Field, Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import type { Side } from './decide-axis.ts';
import { mergeOutlines } from './merge-outline.ts';

function element(element_id: number, address: string, content = `text ${element_id}`): Element {
  return { element_id, address, kind: 'clause', toc_content: '', content };
}

function outline(elements: Element[], fields: Field[] = []): Outline {
  return orderOutline({ elements, fields });
}

const s1 = element(1, '1');
const s2 = element(2, '2');
const c21 = element(21, '2.1');
const c22 = element(22, '2.2');
const base = outline([s1, s2, c21, c22]);

function merge(theirs: Outline, mine: Outline, choices: Record<number, Side> = {}, from = base) {
  const resolutions = new Map(Object.entries(choices).map(([id, side]) => [Number(id), side]));
  const result = mergeOutlines({ base: from, theirs, mine, resolutions });
  return {
    ...result,
    reasons: result.conflicts.map(({ reason, element_id }) => [reason, element_id]),
    stands: result.outline?.elements.map(({ address, element_id }) => `${address}=${element_id}`).join(' '),
  };
}

test('heading by one, text by the other: both are in the merge (S18)', () => {
  const theirs = outline([s1, s2, { ...c21, toc_content: 'Cement' }, c22]);
  const mine = outline([s1, s2, { ...c21, content: 'mine' }, c22]);
  const { outline: merged, changes } = merge(theirs, mine);
  assert.deepEqual(merged?.elements[2], { ...c21, toc_content: 'Cement', content: 'mine' });
  assert.deepEqual(
    changes.map(({ element_id, side, change }) => [element_id, side, change]),
    [
      [21, 'theirs', 'changed'],
      [21, 'mine', 'changed'],
    ],
  );
});

test('both reworded one clause: both_changed, resolved by choice on that axis only (S26)', () => {
  const theirs = outline([s1, s2, { ...c21, content: 'theirs', toc_content: 'Cement' }, c22]);
  const mine = outline([s1, s2, { ...c21, content: 'mine', kind: 'note' }, c22]);
  const { conflicts, outline: none } = merge(theirs, mine);
  assert.equal(none, null);
  assert.deepEqual(conflicts, [
    {
      id: 21,
      rivalId: null,
      placedBy: null,
      element_id: 21,
      address: '2.1',
      baseAddress: '2.1',
      theirsAddress: '2.1',
      mineAddress: '2.1',
      reason: 'both_changed',
      axes: ['text'],
    },
  ]);
  for (const side of ['mine', 'theirs'] as const) {
    const { outline: merged, changes } = merge(theirs, mine, { 21: side });
    assert.deepEqual(merged?.elements[2], { ...c21, content: side, toc_content: 'Cement', kind: 'note' });
    assert.deepEqual(changes.map((change) => change.side).toSorted(), ['mine', 'theirs']);
  }
});

test('theirs changed what mine deleted: changed_deleted (S18)', () => {
  const theirs = outline([s1, s2, { ...c21, content: 'theirs' }, c22]);
  const mine = outline([s1, s2, c22]);
  assert.deepEqual(merge(theirs, mine).reasons, [['changed_deleted', 21]]);
  assert.deepEqual(merge(mine, theirs).reasons, [['deleted_changed', 21]]);
  assert.equal(merge(theirs, mine, { 21: 'theirs' }).stands, '1=1 2=2 2.1=21 2.2=22');
  assert.equal(merge(theirs, mine, { 21: 'mine' }).stands, '1=1 2=2 2.2=22');
});

test('a field is an axis: adding one to a clause that the other deleted is a change of the clause (S18)', () => {
  const theirs = outline(base.elements, [plainField(21, 7, 'Grade')]);
  const mine = outline([s1, s2, c22]);
  assert.deepEqual(merge(theirs, mine).reasons, [['changed_deleted', 21]]);
  assert.equal(merge(theirs, mine, { 21: 'theirs' }).outline?.fields.length, 1);
  assert.equal(merge(theirs, mine, { 21: 'mine' }).outline?.fields.length, 0);
});

test('a clause that was only renumbered may be deleted by the other side (S18)', () => {
  const theirs = outline([
    s1,
    s2,
    element(50, '2.1'),
    { ...c21, address: '2.2' },
    { ...c22, address: '2.3' },
  ]);
  const mine = outline([s1, s2, c22]);
  assert.equal(merge(theirs, mine).stands, '1=1 2=2 2.1=50 2.3=22');
});

test('two identities at one address: address_taken for both, the unstored one without id (S26)', () => {
  const theirs = outline([...base.elements, element(50, '2.3', 'theirs')]);
  const mine = outline([...base.elements, element(60, '2.3', 'mine')]);
  const { conflicts } = merge(theirs, mine);
  assert.deepEqual(
    conflicts.map(({ reason, element_id, address }) => [reason, element_id, address]),
    [
      ['address_taken', 50, '2.3'],
      ['address_taken', null, '2.3'],
    ],
  );
  assert.equal(merge(theirs, mine, { 50: 'theirs' }).stands, '1=1 2=2 2.1=21 2.2=22 2.3=50 2.4=60');
  assert.equal(merge(theirs, mine, { 50: 'mine' }).stands, '1=1 2=2 2.1=21 2.2=22 2.3=60 2.4=50');
});

test('who loses an address takes its subtree along, to the next number free for it (S18)', () => {
  const theirs = outline([...base.elements, element(50, '2.3'), element(51, '2.3.1')]);
  const mine = outline([
    ...base.elements,
    element(60, '2.3', 'x'),
    element(61, '2.3.1', 'y'),
    element(62, '2.4', 'z'),
  ]);
  const { stands } = merge(theirs, mine, { 50: 'mine' });
  assert.equal(stands, '1=1 2=2 2.1=21 2.2=22 2.3=60 2.3.1=61 2.4=62 2.5=50 2.5.1=51');
});

test('architecture 3: the same addition by both is one clause, under the stored identity', () => {
  const theirs = outline(
    [...base.elements, element(50, '2.3', 'same'), element(51, '2.3.1', 'same')],
    [plainField(51, 52, 'Grade')],
  );
  const mine = outline(
    [...base.elements, element(60, '2.3', 'same'), element(61, '2.3.1', 'same')],
    [plainField(61, 62, 'Grade')],
  );
  const { outline: merged, stands } = merge(theirs, mine);
  assert.equal(stands, '1=1 2=2 2.1=21 2.2=22 2.3=50 2.3.1=51');
  assert.deepEqual(merged, theirs);
});

test('architecture 3: moving a section and adding below it are independent', () => {
  const theirs = outline([
    s1,
    { ...s2, address: '3' },
    { ...c21, address: '3.1' },
    { ...c22, address: '3.2' },
  ]);
  const mine = outline([...base.elements, element(60, '2.3')]);
  assert.equal(merge(theirs, mine).stands, '1=1 3=2 3.1=21 3.2=22 3.3=60');
});

test('both moved one clause elsewhere: both_moved (S26)', () => {
  const theirs = outline([s1, s2, { ...c21, address: '2.5' }, c22]);
  const mine = outline([s1, s2, { ...c21, address: '1.1' }, c22]);
  assert.deepEqual(merge(theirs, mine).reasons, [['both_moved', 21]]);
  assert.equal(merge(theirs, mine, { 21: 'mine' }).stands, '1=1 1.1=21 2=2 2.2=22');
  assert.equal(merge(theirs, mine, { 21: 'theirs' }).stands, '1=1 2=2 2.2=22 2.5=21');
});

test('a section deleted under an addition: a conflict on the section, keeping it keeps both (S18)', () => {
  const theirs = outline([s1]);
  const mine = outline([...base.elements, element(60, '2.3'), element(61, '2.3.1')]);
  assert.deepEqual(merge(theirs, mine).reasons, [['outline', 2]]);
  assert.equal(merge(theirs, mine, { 2: 'mine' }).stands, '1=1 2=2 2.3=60 2.3.1=61');
  assert.equal(merge(theirs, mine, { 2: 'theirs' }).stands, '1=1');
});

test('a section deleted under a clause moved into it: by choice the clause goes back (S18)', () => {
  const theirs = outline([s1]);
  const mine = outline([{ ...s1, address: '2.7' }, s2, c21, c22]);
  assert.deepEqual(merge(theirs, mine).reasons, [['outline', 2]]);
  assert.equal(merge(theirs, mine, { 2: 'theirs' }).stands, '1=1');
  assert.equal(merge(theirs, mine, { 2: 'mine' }).stands, '2=2 2.7=1');
});

test('a kept clause brings its deleted section back (S18)', () => {
  const theirs = outline([s1, s2, { ...c21, content: 'theirs' }, c22]);
  const mine = outline([s1]);
  assert.deepEqual(merge(theirs, mine).reasons, [['changed_deleted', 21]]);
  assert.equal(merge(theirs, mine, { 21: 'theirs' }).stands, '1=1 2=2 2.1=21');
});

test('moves that form a loop: a conflict on the clauses that moved (S18)', () => {
  const from = outline([s1, s2, element(3, '3')]);
  const theirs = outline([s1, { ...s2, address: '1.1' }, element(3, '3')]);
  const mine = outline([{ ...s1, address: '2.1' }, s2, element(3, '3')]);
  const { reasons } = merge(theirs, mine, {}, from);
  assert.deepEqual(new Set(reasons.map(String)), new Set(['outline,1', 'outline,2']));
  assert.equal(merge(theirs, mine, { 1: 'theirs' }, from).stands, '1=1 1.1=2 3=3');
  assert.equal(merge(theirs, mine, { 2: 'mine' }, from).stands, '2=2 2.1=1 3=3');
  assert.notEqual(merge(theirs, mine, { 1: 'theirs', 2: 'mine' }, from).stands, undefined);
});

test('a loop through a clause in dispute hides nothing, whoever saves first (S18)', () => {
  const s3 = element(3, '3');
  const from = outline([s1, s2, c21, s3]);
  const x = outline([s3, { ...s1, address: '3.1' }, { ...s2, address: '3.1.2' }]);
  const y = outline([s2, c21, { ...s1, address: '2.2' }, element(60, '2.2.2'), s3]);
  for (const { reasons } of [merge(x, y, {}, from), merge(y, x, {}, from)]) {
    assert.deepEqual(reasons.map(([reason]) => reason).sort(), [
      'address_taken',
      'address_taken',
      'both_moved',
    ]);
  }
});

test('a merge that makes the outline too deep is a conflict (S23)', () => {
  const chain = (root: number, length: number, under: string) =>
    Array.from({ length }, (_, i) => element(root + i, under + '.1'.repeat(i)));
  const from = outline([...chain(100, 7, '1'), ...chain(200, 8, '2')]);
  const theirs = outline([...chain(100, 7, '1'), ...chain(200, 8, '1.2')]);
  const mine = outline([
    ...chain(100, 7, '3.1.1.1.1'),
    element(301, '3'),
    element(302, '3.1'),
    element(303, '3.1.1'),
    element(304, '3.1.1.1'),
    ...chain(200, 8, '2'),
  ]);
  const { reasons, outline: none } = merge(theirs, mine, {}, from);
  assert.equal(none, null);
  assert.ok(reasons.length > 0 && reasons.every(([reason]) => reason === 'outline'));
});

test('fields merge by identity; both redefined: a field conflict, resolved with its clause or by itself (S26)', () => {
  const field = plainField(21, 7, 'Grade');
  const from = outline(base.elements, [field]);
  const theirs = outline(base.elements, [{ ...field, unit: 'MPa' }]);
  const mine = outline(base.elements, [{ ...field, unit: 'psi' }]);
  const { conflicts, fieldConflicts, outline: none } = merge(theirs, mine, {}, from);
  assert.equal(none, null);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(
    fieldConflicts.map(({ field_id, element_id, label, reason, mine, theirs }) => [
      field_id,
      element_id,
      label,
      reason,
      mine?.unit,
      theirs?.unit,
    ]),
    [[7, 21, 'Grade', 'both_changed', 'psi', 'MPa']],
  );
  assert.equal(merge(theirs, mine, { 21: 'mine' }, from).outline?.fields[0]?.unit, 'psi');
  const single = mergeOutlines({ base: from, theirs, mine, fieldResolutions: new Map([[7, 'theirs']]) });
  assert.equal(single.outline?.fields[0]?.unit, 'MPa');
});

test('a field removed by one and redefined by the other is a conflict; a new one is null until stored (S26)', () => {
  const field = plainField(21, 7, 'Grade');
  const from = outline(base.elements, [field]);
  const changed = outline(base.elements, [{ ...field, unit: 'MPa' }]);
  const removed = outline(base.elements, []);
  assert.deepEqual(
    merge(changed, removed, {}, from).fieldConflicts.map(({ reason }) => reason),
    ['changed_deleted'],
  );
  assert.deepEqual(
    merge(removed, changed, {}, from).fieldConflicts.map(({ reason }) => reason),
    ['deleted_changed'],
  );
  assert.equal(merge(changed, removed, { 21: 'mine' }, from).outline?.fields.length, 0);

  const theirs = outline(base.elements, [plainField(21, 8, 'Slump', 'mm')]);
  const mine = outline(base.elements, [plainField(21, 9, 'Slump', 'in')]);
  const [conflict] = merge(theirs, mine).fieldConflicts;
  assert.deepEqual([conflict?.field_id, conflict?.reason], [8, 'both_changed']);
});

test('two fields under one label: neither is lost (S18)', () => {
  const field = plainField(21, 7, 'Grade');
  const from = outline(base.elements, [field]);
  const theirs = outline(base.elements, [{ ...field, label: 'Strength' }]);
  const mine = outline(base.elements, [field, plainField(21, 9, 'Strength')]);
  assert.deepEqual(
    merge(theirs, mine, {}, from).fieldConflicts.map(({ reason }) => reason),
    ['label_taken'],
  );
  const labels = (side: Side) =>
    merge(theirs, mine, { 21: side }, from).outline?.fields.map(
      ({ field_id, label }) => `${field_id} ${label}`,
    );
  assert.deepEqual(labels('theirs'), ['7 Strength', '9 Strength (2)']);
  assert.deepEqual(labels('mine'), ['9 Strength', '7 Strength (2)']);

  const long = '木'.repeat(500);
  const both = outline(base.elements, [field, plainField(21, 9, long)]);
  const fields = merge(outline(base.elements, [{ ...field, label: long }]), both, { 21: 'mine' }, from)
    .outline?.fields;
  assert.deepEqual(fields?.map(({ label }) => label).toSorted(), [`${'木'.repeat(496)} (2)`, long]);
});

test('an outline that is none cannot be merged', () => {
  assert.throws(() => mergeOutlines({ base, theirs: base, mine: { elements: [c21], fields: [] } }), /parent/);
});
