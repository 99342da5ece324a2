/** Tests of the three-way merge of flat members. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { isSameJson } from '../outline/canonical-json.ts';
import { LAW_RUNS } from '../outline/histories.fixture.ts';
import { mergeMembers } from './merge-members.ts';

const runs = { numRuns: LAW_RUNS };
const anyMembers = fc
  .dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
    fc.oneof(fc.nat(3), fc.array(fc.nat(2)), fc.constant(null)),
  )
  .map((members) => new Map<string, unknown>(Object.entries(members)));

test('merge(b, x, b) = x, merge(b, b, x) = x, merge(b, x, x) = x (P5)', () => {
  fc.assert(
    fc.property(anyMembers, anyMembers, (base, x) => {
      for (const [theirs, mine] of [[x, base] as const, [base, x] as const, [x, x] as const]) {
        const { merged, conflicts } = mergeMembers(base, theirs, mine);
        assert.deepEqual(merged, x);
        assert.deepEqual(conflicts, []);
      }
    }),
    runs,
  );
});

test('a conflict if and only if both changed one member differently; choices resolve it (P5)', () => {
  fc.assert(
    fc.property(anyMembers, anyMembers, anyMembers, (base, theirs, mine) => {
      const { conflicts } = mergeMembers(base, theirs, mine);
      const expected = [...new Set([...base.keys(), ...theirs.keys(), ...mine.keys()])].filter((key) => {
        const [b, t, m] = [base.get(key), theirs.get(key), mine.get(key)];
        return !isSameJson(t, m) && !isSameJson(b, t) && !isSameJson(b, m);
      });
      assert.deepEqual(conflicts.map(({ key }) => key).sort(), expected.sort());
      for (const side of ['mine', 'theirs'] as const) {
        const resolved = mergeMembers(base, theirs, mine, new Map(expected.map((key) => [key, side])));
        assert.deepEqual(resolved.conflicts, []);
        for (const key of expected)
          assert.deepEqual(resolved.merged.get(key), (side === 'mine' ? mine : theirs).get(key));
      }
    }),
    runs,
  );
});

test('values are compared deeply, and each side lists what it changed (D9)', () => {
  const value = (text: string) => ({ value: text, disposition: 'specified', disposition_note: null });
  const base = new Map([
    ['1', value('a')],
    ['2', value('b')],
    ['3', value('c')],
  ]);
  const theirs = new Map([
    ['1', value('x')],
    ['2', value('b')],
    ['3', value('t')],
  ]);
  const mine = new Map([
    ['1', value('x')],
    ['2', value('y')],
    ['3', value('m')],
  ]);
  const { merged, conflicts, theirsChanged } = mergeMembers(base, theirs, mine);
  assert.deepEqual(theirsChanged, ['1', '3']);
  assert.deepEqual(conflicts, [{ key: '3', base: value('c'), mine: value('m'), theirs: value('t') }]);
  assert.deepEqual([merged.get('1'), merged.get('2')], [value('x'), value('y')]);
});
