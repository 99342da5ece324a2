/** Tests of the merge plan by example, where sides add, move and renumber clauses. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import type { Element } from '../outline/outline.ts';
import {
  base,
  c21,
  c22,
  element,
  idsOf,
  outline,
  plan,
  resolved,
  resolvePlan,
  s1,
  s2,
  write,
} from './plans.fixture.ts';
import { resolveMerge } from './resolve-merge.ts';

test('both added other clauses at one address: address_taken; nobody’s clause disappears (S18)', () => {
  const theirs = outline([...base.elements, element(30, '2.3', 'theirs'), element(301, '2.3.1')]);
  const mine = outline([...base.elements, element(40, '2.3', 'mine'), element(401, '2.3.1')]);
  const of = plan(theirs, mine);
  assert.deepEqual(idsOf(of), ['address_taken:40:30']);
  assert.equal(resolved(of, 'theirs').stands, '1=1 2=2 2.1=21 2.2=22 2.3=30 2.3.1=301 2.4=40 2.4.1=401');
  assert.equal(resolved(of, 'mine').stands, '1=1 2=2 2.1=21 2.2=22 2.3=40 2.3.1=401 2.4=30 2.4.1=301');
  const combined = resolved(of, 'combine');
  assert.equal(combined.stands, '1=1 2=2 2.1=21 2.2=22 2.3=40 2.3.1=401 2.3.2=301');
  assert.equal(combined.text(40), 'mine\n\ntheirs');
});

test('an insertion in the source and an addition at the end of the copy are no conflict (S18)', () => {
  const theirs = outline([
    s1,
    s2,
    element(30, '2.1'),
    { ...c21, address: '2.2' },
    { ...c22, address: '2.3' },
  ]);
  const mine = outline([...base.elements, element(40, '2.3', 'mine')]);
  const of = plan(theirs, mine);
  assert.deepEqual(idsOf(of), []);
  assert.equal(resolved(of, 'theirs').stands, '1=1 2=2 2.1=30 2.2=21 2.3=22 2.4=40');
});

test('the source gives a clause the number of one that the copy added: one address_taken, and its choice decides (S18)', () => {
  const theirs = outline([s1, s2, c21, { ...c22, address: '2.3' }]);
  const mine = outline([...base.elements, element(40, '2.3', 'mine')]);
  const of = plan(theirs, mine);
  assert.deepEqual(idsOf(of), ['address_taken:40:22']);
  assert.deepEqual(
    [of.conflicts[0]?.address, of.conflicts[0]?.theirs?.element.element_id, of.summary.conflicts],
    ['2.3', 22, 1],
  );
  assert.equal(resolved(of, 'theirs').stands, '1=1 2=2 2.1=21 2.3=22 2.4=40');
  assert.equal(resolved(of, 'mine').stands, '1=1 2=2 2.1=21 2.3=40 2.4=22');
});

test('a new clause of the source that has taken the address of one is not also the replacement of another (S18)', () => {
  const at = (address: string, { element_id, content }: Element) => element(element_id, address, content);
  const s4 = element(4, '3');
  const theirs = outline([element(9, '1'), at('2', s1), at('3', s2), element(30, '3.1'), at('4', s4)]);
  const mine = outline([s1, s2, element(40, '2.1'), s4, at('3.1', c21)]);
  const merge = plan(theirs, mine, outline([s1, s2, c21, s4]));
  assert.deepEqual(idsOf(merge), ['address_taken:40:30', 'deleted_changed:21']);
  assert.match(resolved(merge, 'mine').stands, /3\.1=40 3\.2=30 4=4 4\.1=21$/);
  assert.match(resolved(merge, 'theirs').stands, /3\.1=30 3\.2=40 4=4$/);
});

test('a clause that both changed and that lost its address is two conflicts, resolved one by one (S18)', () => {
  const theirs = outline([s1, s2, { ...c21, content: 'theirs' }, c22, element(30, '2.3')]);
  const mine = outline([s1, s2, { ...c21, address: '2.3', content: 'mine' }, c22]);
  const of = plan(theirs, mine);
  assert.deepEqual(idsOf(of), ['address_taken:21:30', 'both_changed:21']);
  assert.equal(of.conflicts[0]?.canCombine, false);
  for (const place of ['mine', 'theirs'] as const) {
    for (const words of ['mine', 'theirs'] as const) {
      const { outline: merged } = resolveMerge(
        of,
        new Map([
          ['address_taken:21:30', { choice: place }],
          ['both_changed:21', { choice: words }],
        ]),
      );
      const clause = merged?.elements.find(({ element_id }) => element_id === 21);
      assert.deepEqual([clause?.address, clause?.content], [place === 'mine' ? '2.3' : '2.4', words]);
    }
  }
});

test('renumbered clauses are carried along, a clause under another section moved itself (S18)', () => {
  const theirs = outline([
    s1,
    { ...s2, address: '3' },
    { ...c21, address: '3.1' },
    { ...c22, address: '1.1' },
  ]);
  const { autoResolved, summary } = plan(theirs, base);
  assert.deepEqual(
    autoResolved.map(({ element_id, address, previous_address, movedItself }) => [
      element_id,
      previous_address,
      address,
      movedItself,
    ]),
    [
      [22, '2.2', '1.1', true],
      [2, '2', '3', false],
      [21, '2.1', '3.1', false],
    ],
  );
  assert.equal(summary.moved, 1);
});

test('the source deletes a section that the copy added to: a conflict on the section, mine keeps both (S18)', () => {
  const of = plan(outline([s1]), outline([...base.elements, element(40, '2.3')]));
  assert.deepEqual(idsOf(of), ['deleted_changed:2']);
  assert.equal(resolved(of, 'mine').stands, '1=1 2=2 2.3=40');
  assert.equal(resolved(of, 'theirs').stands, '1=1');
});

test('moves that would form a loop conflict (S18)', () => {
  const tree = outline([s1, s2]);
  const of = plan(outline([s1, { ...s2, address: '1.1' }]), outline([{ ...s1, address: '2.1' }, s2]), tree);
  assert.ok(of.conflicts.length > 0 && of.conflicts.every(({ type }) => type === 'both_changed'));
  assert.equal(resolved(of, 'mine').stands, '2=2 2.1=1');
  assert.equal(resolved(of, 'theirs').stands, '1=1 1.1=2');
});

test('each of two moves that would form a loop is chosen by itself (S18)', () => {
  const tree = outline([s1, s2]);
  const of = plan(outline([s1, { ...s2, address: '1.1' }]), outline([{ ...s1, address: '2.1' }, s2]), tree);
  // Theirs has 1 at the top, mine 2.
  const { outline: merged } = resolvePlan(of, ({ element_id }) => (element_id === 1 ? 'theirs' : 'mine'));
  assert.equal(write(merged), '1=1 2=2');
});

test('a clause that the copy added in the middle of a loop is no conflict (S18)', () => {
  const mine = outline([s1, element(40, '1.1'), { ...s2, address: '1.1.1' }]);
  const of = plan(
    outline([
      { ...s2, address: '1' },
      { ...s1, address: '1.1' },
    ]),
    mine,
    outline([s1, s2]),
  );
  assert.deepEqual(idsOf(of), ['both_changed:1', 'both_changed:2']);
  assert.equal(resolved(of, 'theirs').stands, '1=2 1.1=1 1.1.1=40');
  assert.equal(resolved(of, 'mine').stands, '1=1 1.1=40 1.1.1=2');
});

const numbered = (text: string) =>
  outline(
    text.split(' ').map((pair) => {
      const [address = '', id] = pair.split('=');
      return element(Number(id), address);
    }),
  );

test('nobody is asked about two clauses that the copy itself put at one number (S18)', () => {
  const of = plan(numbered('1=3 2=1 4=4 5=2'), numbered('1=2 2=3 5=4 6=61'), numbered('1=1 2=2 3=3 4=4'));
  // The source moved 2 after 4, the copy added 61 there.
  assert.deepEqual(idsOf(of), ['changed_deleted:1', 'address_taken:61:2']);
  assert.equal(resolved(of, 'mine').stands, '1=3 5=4 6=61 7=2');
});

test('a choice of the place of a clause among others that were moved has an effect (S18)', () => {
  const [theirs, mine] = [numbered('1=1 2=2 3=4 4=3 5=5'), numbered('1=1 2=4 3=5 4=2 5=3')];
  const of = plan(theirs, mine, numbered('1=1 2=2 3=3 4=4 5=5'));
  assert.deepEqual(
    of.conflicts.map(({ axes }) => axes),
    [['place']],
  );
  assert.equal(resolved(of, 'theirs').stands, '1=1 2=4 3=2 4=3 5=5');
  assert.equal(resolved(of, 'mine').stands, '1=1 2=4 3=5 4=2 5=3');
});

test('siblings that both sides put under another clause in one order stay in it, whatever is chosen (S18)', () => {
  const of = plan(numbered('1=5 1.1=3 1.2=4'), numbered('1=5 1.3=3 1.5=4'), numbered('2=3 3=4 4=5'));
  assert.deepEqual(idsOf(of), ['both_moved:3', 'both_moved:4']);
  const { outline: merged } = resolvePlan(of, ({ element_id }) => (element_id === 3 ? 'mine' : 'theirs'));
  // 3 has its chosen number, and 4 the next.
  assert.equal(write(merged), '1=5 1.3=3 1.4=4');
});

test('two clauses whose order the sides make clear are no conflict beside that of a place (S18)', () => {
  const [theirs, mine] = [numbered('1=10 2=5 3=6 4=2 5=1'), numbered('1=1 2=5 3=2 5=6')];
  const of = plan(theirs, mine, numbered('1=1 2=5 3=6 5=2'));
  // The source put 1 after 6, the copy left it before.
  assert.deepEqual(idsOf(of), ['both_moved:2']);
  assert.equal(resolved(of, 'mine').stands, '1=10 2=5 3=2 5=6 6=1');
  assert.notEqual(resolved(of, 'theirs').stands, resolved(of, 'mine').stands);
});

test('whatever is chosen for a clause that both moved below one section, it is where both have it there (S18)', () => {
  const from = outline([s1, element(11, '1.1'), element(9, '9')]);
  const theirs = outline([s1, element(11, '1.3'), element(9, '1.4')]);
  const mine = outline([s1, element(11, '1.1'), element(9, '1.3')]);
  const of = plan(theirs, mine, from);
  assert.equal(resolved(of, 'theirs').stands, '1=1 1.3=11 1.4=9');
  assert.equal(resolved(of, 'mine').stands, '1=1 1.3=11 1.4=9');
});

test('a clause that the copy added after another stays after it where the number of the source is chosen (S18)', () => {
  const of = plan(numbered('5=3 9=10'), numbered('1=3 3=40 5=10'), numbered('3=3 4=10'));
  assert.equal(resolved(of, 'theirs').stands, '5=3 7=40 9=10');
  assert.equal(resolved(of, 'mine').stands, '1=3 3=40 5=10');
});

test('a clause that both reworded, and that each side moved below the other, is one conflict with both axes (S8)', () => {
  const from = outline([s1, s2, c21]);
  const theirs = outline([
    { ...s2, address: '1' },
    { ...s1, address: '1.1', content: 'theirs' },
    { ...c21, address: '1.2' },
  ]);
  const mine = outline([
    { ...s1, content: 'mine' },
    { ...s2, address: '1.1' },
    { ...c21, address: '1.1.1' },
  ]);
  const [conflict] = plan(theirs, mine, from).conflicts.filter(({ element_id }) => element_id === 1);
  assert.deepEqual(conflict?.axes, ['text', 'place']);
});
