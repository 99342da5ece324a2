/** Tests of finding the clauses of an edited text without identities, by example and as laws. */
import assert from 'node:assert/strict';
import { describe, it, test } from '@jest/globals';
import fc from 'fast-check';
import { anyOutline, anyScript, historyArbitrary, LAW_RUNS } from '../outline/histories.fixture.ts';
import type { Element } from '../outline/outline.ts';
import { followTexts, toFollowTask } from './follow-texts.ts';

const clause = (element_id: number, address: string, content: string, toc_content = ''): Element => ({
  element_id,
  address,
  kind: toc_content === '' ? 'clause' : 'section',
  toc_content,
  content,
});

const BASE = [
  clause(1, '1', '', 'Materials'),
  clause(2, '1.1', 'Cement shall be grey.'),
  clause(3, '1.2', 'Water shall be clean and free of salt.'),
  clause(4, '1.3', 'Sand shall be washed.'),
  clause(5, '2', '', 'Joints'),
  clause(6, '2.1', 'Joints shall be sawn within a day.'),
];
const withoutIds = (elements: readonly Element[]) => elements.map(({ element_id: _, ...rest }) => rest);
/** The identity of each clause; null where it is new. */
function follow(base: readonly Element[], elements: readonly Element[]): (number | null)[] {
  const { followed } = followTexts(toFollowTask(base, withoutIds(elements)));
  return elements.map((_, at) => followed.get(at)?.element_id ?? null);
}
const match = (elements: readonly Element[]) => follow(BASE, elements);

describe('identities of a text that was edited without them', () => {
  it('an inserted clause is new, and those behind it keep their identity, reworded or not (Y10)', () => {
    const edited = [
      clause(1, '1', '', 'Materials'),
      clause(0, '1.1', 'Admixtures shall be approved by the engineer.'),
      clause(2, '1.2', 'Cement shall be grey.'),
      clause(3, '1.3', 'Water shall be clean, cold and free of salt.'),
      clause(4, '1.4', 'Sand shall be washed.'),
      ...BASE.slice(4),
    ];
    assert.deepEqual(match(edited), [1, null, 2, 3, 4, 5, 6]);
  });

  it('a clause that moved below another section keeps its identity (Y10)', () => {
    const edited = [...BASE.slice(0, 3), ...BASE.slice(4), clause(4, '2.2', 'Sand shall be washed.')];
    assert.deepEqual(match(edited), [1, 2, 3, 5, 6, 4]);
  });

  it('a clause with other words at an old number is new (Y10)', () => {
    const edited = [...BASE.slice(0, 2), clause(3, '1.2', 'Gravel is round.'), clause(4, '1.3', '12')];
    assert.deepEqual(match(edited), [1, 2, null, null]);
  });

  it('of equal clauses the one that is gone is the one whose number is gone (Y10)', () => {
    const reserved = [1, 2, 3].map((id) => clause(id, String(id), 'Reserved.'));
    assert.deepEqual(follow(reserved, reserved.slice(1)), [2, 3]);
    const shifted = [
      clause(9, '1', 'Scope.'),
      ...reserved.map((one) => ({ ...one, address: `${one.element_id + 1}` })),
    ];
    assert.deepEqual(follow(reserved, shifted), [null, 1, 2, 3]);
  });

  it('a long list of short rows that repeat keeps every identity, also around an inserted row (Y10)', () => {
    for (const count of [501, 9_998]) {
      const rows = Array.from({ length: count }, (_, at) =>
        clause(at + 2, `1.${at + 1}`, at % 2 === 0 ? '32 inches' : '36 inches'),
      );
      const list = [clause(1, '1', '', 'Widths'), ...rows];
      const ids = list.map(({ element_id }) => element_id);
      assert.deepEqual(follow(list, list), ids);
      const behind = rows.slice(3).map((row, at) => ({ ...row, address: `1.${at + 5}` }));
      const edited = [...list.slice(0, 4), clause(0, '1.4', '40 inches'), ...behind];
      assert.deepEqual(follow(list, edited), [...ids.slice(0, 4), null, ...ids.slice(4)]);
    }
  });

  it('ten thousand reworded siblings are matched in time (Y10)', () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      clause(at + 1, `${at + 1}`, `Word${at} shall be here.`),
    );
    const edited = many.map((one) => ({ ...one, content: `${one.content} And there.` }));
    assert.deepEqual(
      follow(many, edited),
      many.map(({ element_id }) => element_id),
    );
  });
});

describe('printed numbers', () => {
  const labelled = (id: number, address: string, content: string, label: string): Element => ({
    ...clause(id, address, content),
    label,
  });
  const CONTROLS = [
    labelled(1, '1', 'Accounts are managed by the owner of the system.', 'AC-1'),
    labelled(2, '2', 'Access is enforced for each approved request.', 'AC-2'),
    labelled(3, '3', 'Reserved.', 'AC-3'),
    labelled(4, '4', 'Reserved.', 'AC-4'),
  ];

  it('a reworded clause elsewhere is found by a number that no other clause has (Y10, Y11)', () => {
    const edited = [
      labelled(0, '1', 'A policy is written once a year.', 'AC-0'),
      labelled(0, '1.1', 'Access is enforced by software for all users and every request.', 'AC-2'),
    ];
    assert.deepEqual(follow(CONTROLS, edited), [null, 2]);
    assert.deepEqual(
      follow(
        CONTROLS,
        edited.map(({ label: _, ...one }) => one),
      ),
      [null, null],
    );
  });

  it('of equal texts the number decides, and outweighs the number of the outline (Y10, Y11)', () => {
    assert.deepEqual(
      follow(CONTROLS, [labelled(0, '3', 'Reserved.', 'AC-4'), labelled(0, '4', 'Reserved.', 'AC-3')]),
      [4, 3],
    );
  });

  it('a number never outweighs a text that stands elsewhere (Y10, Y11)', () => {
    const [first, second] = CONTROLS;
    const edited = [
      labelled(0, '1', second?.content ?? '', 'AC-1'),
      labelled(0, '2', first?.content ?? '', 'AC-2'),
    ];
    assert.deepEqual(follow(CONTROLS, edited), [2, 1]);
  });

  it('a number that two clauses have, or other words under it, tell nothing (Y10, Y11)', () => {
    const edited = [
      labelled(0, '7', 'Access of people to the rooms shall be enforced.', 'AC-2'),
      labelled(0, '8', 'Gravel is round and washed before use.', 'AC-2'),
    ];
    assert.deepEqual(follow(CONTROLS, edited), [null, null]);
    assert.deepEqual(follow(CONTROLS, [labelled(0, '1', 'Gravel is round and washed.', 'AC-1')]), [null]);
  });
});

test('a text that nobody edited keeps every identity (Y10)', () => {
  fc.assert(
    fc.property(anyOutline, ({ elements }) => {
      assert.deepEqual(
        follow(elements, elements),
        elements.map(({ element_id }) => element_id),
      );
    }),
    { numRuns: LAW_RUNS },
  );
});

test('no identity is given twice, and each is of the base (Y10)', () => {
  fc.assert(
    fc.property(historyArbitrary(anyScript), ({ base, x }) => {
      const ids = follow(base.elements, x.elements).filter((id) => id !== null);
      assert.equal(new Set(ids).size, ids.length);
      const known = new Set(base.elements.map(({ element_id }) => element_id));
      assert.ok(ids.every((id) => known.has(id)));
    }),
    { numRuns: LAW_RUNS },
  );
});
