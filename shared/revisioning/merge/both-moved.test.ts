/** Tests and laws of merges in which one side moved a clause and the other numbered it by hand. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { findMovedClauses } from '../compare/moved-clauses.ts';
import { indexClauses } from '../outline/clause.ts';
import { type History, LAW_RUNS } from '../outline/histories.fixture.ts';
import type { Outline } from '../outline/outline.ts';
import { contestedHistory } from './contested-histories.fixture.ts';
import type { Side } from './decide-axis.ts';
import { mergeOutlines } from './merge-outline.ts';
import { plan, read, resolved, write } from './plans.fixture.ts';

/** The result, or each conflict with the addresses in base, theirs and mine. */
const mergeWithAddresses = (
  base: string,
  theirs: string,
  mine: string,
  choices: Record<number, Side> = {},
): string => {
  const merged = mergeOutlines({
    base: read(base),
    theirs: read(theirs),
    mine: read(mine),
    resolutions: new Map(Object.entries(choices).map(([id, side]) => [Number(id), side])),
  });
  return merged.outline
    ? write(merged.outline)
    : merged.conflicts
        .map(({ reason, id, baseAddress, theirsAddress, mineAddress }) =>
          [reason, id, baseAddress, theirsAddress, mineAddress].join(' '),
        )
        .join(', ');
};

const BASE = '1=1 1.1=11 1.2=12 2=2 2.1=21 2.2=22';
const MOVED = '1=1 1.1=11 1.2=12 1.3=22 2=2 2.1=21';

test('one side puts a clause under another parent, the other gives it another number: both_moved in both orders, and each choice is kept (Y9)', () => {
  const numbered = '1=1 1.1=11 1.2=12 2=2 2.1=21 2.3=22';
  assert.equal(mergeWithAddresses(BASE, MOVED, numbered), 'both_moved 22 2.2 1.3 2.3');
  assert.equal(mergeWithAddresses(BASE, numbered, MOVED), 'both_moved 22 2.2 2.3 1.3');
  assert.equal(mergeWithAddresses(BASE, numbered, MOVED, { 22: 'mine' }), MOVED);
  assert.equal(mergeWithAddresses(BASE, numbered, MOVED, { 22: 'theirs' }), numbered);
});

test('a clause that was numbered by hand with its whole run, or after an insertion, is moved by both (Y9)', () => {
  const base = '1=1 2=2 2.1=21 2.2=22 2.3=23';
  const moved = '1=1 1.1=23 2=2 2.1=21 2.2=22';
  // All of them one further, to leave 2.1 free.
  assert.equal(mergeWithAddresses(base, moved, '1=1 2=2 2.2=21 2.3=22 2.4=23'), 'both_moved 23 2.3 1.1 2.4');
  // One inserted, two further.
  assert.equal(
    mergeWithAddresses(base, moved, '1=1 2=2 2.1=21 2.2=30 2.3=22 2.5=23'),
    'both_moved 23 2.3 1.1 2.5',
  );
  // A gap closed by hand.
  const gap = '1=1 2=2 2.1=21 2.4=24';
  assert.equal(
    mergeWithAddresses(gap, '1=1 1.1=24 2=2 2.1=21', '1=1 2=2 2.1=21 2.2=24'),
    'both_moved 24 2.4 1.1 2.2',
  );
  // At the top.
  assert.equal(mergeWithAddresses('1=1 2=2', '1=1 1.1=2', '1=1 4=2'), 'both_moved 2 2 1.1 4');
});

test('one side puts a clause past its siblings, the other gives it another number before them: both_moved (Y9)', () => {
  const base = '1=1 2=2 5=5 6=6';
  assert.equal(mergeWithAddresses(base, '1=1 5=5 6=6 8=2', '1=1 3=2 5=5 6=6'), 'both_moved 2 2 8 3');
  assert.equal(mergeWithAddresses(base, '1=1 3=2 5=5 6=6', '1=1 5=5 6=6 8=2'), 'both_moved 2 2 3 8');
});

test('a number that follows from insertions, removals or moves of siblings is no move (Y9)', () => {
  assert.equal(
    mergeWithAddresses(BASE, MOVED, '1=1 1.1=11 1.2=12 2=2 2.1=30 2.2=21 2.3=22'),
    '1=1 1.1=11 1.2=12 1.3=22 2=2 2.1=30 2.2=21',
  );
  assert.equal(
    mergeWithAddresses(BASE, MOVED, '1=1 1.1=11 1.2=12 2=2 2.1=22'),
    '1=1 1.1=11 1.2=12 1.3=22 2=2',
  );
  assert.equal(
    mergeWithAddresses(BASE, MOVED, '1=1 1.1=11 1.2=12 1.3=21 2=2 2.1=22'),
    'address_taken 22 2.2 1.3 2.1, address_taken 21 2.1 2.1 1.3',
  );
  // Its section was numbered by hand, not the clause.
  assert.equal(
    mergeWithAddresses(BASE, MOVED, '1=1 1.1=11 1.2=12 3=2 3.1=21 3.2=22'),
    '1=1 1.1=11 1.2=12 1.3=22 3=2 3.1=21',
  );
});

test('a clause that both moved and reworded is one conflict both_moved, by place or by order, in both directions (Y9)', () => {
  const reworded = (text: string, id: number, content: string): Outline => {
    const { elements, fields } = read(text);
    return { elements: elements.map((one) => (one.element_id === id ? { ...one, content } : one)), fields };
  };
  const orders = ['1=1 2=2 3=3 4=4', '1=2 2=1 3=3 4=4', '1=1 2=3 3=2 4=4'] as const;
  for (const [base, one, other, id] of [
    [BASE, MOVED, '1=1 1.1=11 1.2=12 2=2 2.1=21 2.3=22', 22],
    [...orders, 2],
  ] as const)
    for (const [theirs, mine] of [
      [one, other],
      [other, one],
    ] as const) {
      const { conflicts } = plan(reworded(theirs, id, 'Theirs.'), reworded(mine, id, 'Mine.'), read(base));
      assert.deepEqual(
        conflicts
          .filter(({ element_id }) => element_id === id)
          .map(({ type, axes }) => [type, axes.toSorted()]),
        [['both_moved', ['place', 'text']]],
      );
    }
});

test('a plan has both_moved with the three addresses, in both directions, and each choice is kept (Y9)', () => {
  const numbered = '1=1 1.1=11 1.2=12 2=2 2.1=21 2.3=22';
  for (const [theirs, mine] of [
    [MOVED, numbered],
    [numbered, MOVED],
  ] as const) {
    const of = plan(read(theirs), read(mine), read(BASE));
    assert.deepEqual(
      of.conflicts.map(({ conflictId, type, base, theirs: their, mine: my, axes }) => [
        conflictId,
        type,
        base?.element.address,
        their?.element.address,
        my?.element.address,
        axes,
      ]),
      [['both_moved:22', 'both_moved', '2.2', addressIn(theirs), addressIn(mine), ['place']]],
    );
    assert.deepEqual(of.autoResolved, []);
    assert.equal(resolved(of, 'theirs').stands, theirs);
    assert.equal(resolved(of, 'mine').stands, mine);
  }
});

const addressIn = (text: string) =>
  read(text).elements.find(({ element_id }) => element_id === 22)?.address ?? '';

const law = (holds: (history: History) => void): void =>
  fc.assert(fc.property(contestedHistory, holds), { numRuns: LAW_RUNS });

const childrenOf = (side: ReturnType<typeof indexClauses>, parentId: number | null) =>
  [...side].flatMap(([id, clause]) => (clause.parentId === parentId ? [{ id, at: clause.ordinal }] : []));

test('law: moved to another parent by one side, renumbered by the other among the same siblings: never one number silently gone (Y9)', () => {
  law(({ base, x, y }) => {
    const [from, mover, other] = [base, x, y].map(indexClauses);
    assert.ok(from && mover && other);
    for (const [theirs, mine] of [
      [x, y],
      [y, x],
    ] as const) {
      const { conflicts, outline: result } = mergeOutlines({ base, theirs, mine });
      for (const [id, before] of from) {
        const [to, numbered] = [mover.get(id), other.get(id)];
        if (!to || !numbered || to.parentId === before.parentId) continue;
        const siblings = [from, other].map((side) => childrenOf(side, before.parentId).map((row) => row.id));
        const isByHand =
          numbered.parentId === before.parentId &&
          numbered.ordinal !== before.ordinal &&
          String(siblings[0]) === String(siblings[1]);
        if (!isByHand) continue;
        assert.equal(result, null);
        assert.ok(conflicts.some((conflict) => conflict.id === id && conflict.axes.includes('place')));
      }
    }
  });
});

test('law: no number that only insertions and removals made is a move of both (Y9)', () => {
  law(({ base, x, y }) => {
    const [from, mover, other] = [base, x, y].map(indexClauses);
    assert.ok(from && mover && other);
    const movedByOther = findMovedClauses(from, other);
    const isDense = (rows: { at: number }[]) => rows.every(({ at }, index) => at === index + 1);
    const { conflicts } = mergeOutlines({ base, theirs: x, mine: y });
    for (const { id, reason } of conflicts) {
      const [before, to] = [from.get(id), mover.get(id)];
      if (reason !== 'both_moved' || !before || !to || to.parentId === before.parentId) continue;
      const rows = [from, other].map((side) => childrenOf(side, before.parentId));
      const hasMoved = rows.flat().some((row) => movedByOther.has(row.id));
      assert.ok(hasMoved || movedByOther.has(id) || !rows.every(isDense), `both_moved ${id}`);
    }
  });
});
