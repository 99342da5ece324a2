/**
 * Unit tests of the resolutions of a merge: how a choice names its conflict, withheld clauses (also as shown in the
 * plan), and merges that are refused, also for the limits of a standard.
 */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { planMerge } from '../../../shared/revisioning/merge/plan-merge.ts';
import { resolveMerge } from '../../../shared/revisioning/merge/resolve-merge.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { orderOutline } from '../../../shared/revisioning/outline/outline-order.ts';
import { LEVEL_2_NOTICE, withheldClauses } from '../holds/held-clauses.fixture.ts';
import { presentConflict } from './present-plan.ts';
import { assertMergeable, readResolutions } from './resolutions.ts';

const outline = (words: Record<string, string>): Outline => ({
  elements: Object.entries(words).map(([address, content]) => ({
    element_id: Number(address.replace('.', '')),
    address,
    kind: 'clause',
    toc_content: '',
    content,
  })),
  fields: [],
});
const base = outline({ '1': 'a', '1.1': 'b', '1.2': 'c' });
const theirs = outline({ '1': 'a', '1.1': 'theirs', '1.2': 'new' });
const mine = outline({ '1': 'a', '1.1': 'mine', '1.2': 'c' });
const plan = planMerge({ base, theirs, mine });
const NONE = new Set<number>();

const merge = (
  choice: 'theirs' | 'mine' | 'combine',
  held: { theirs?: ReadonlySet<number>; mine?: ReadonlySet<number> } = {},
) => {
  const choices = readResolutions({ '1.1': choice }, plan.conflicts);
  return assertMergeable(resolveMerge(plan, choices), plan, choices, { theirs: NONE, mine: NONE, ...held });
};
const isHeldError = { type: 'CLAUSE_UNDER_MODERATION_NOTICE' };

test('a clause under notice in the source is refused whatever the choice; in the copy only combine is (S19, W14)', () => {
  const held = new Set([11]);
  assert.throws(() => merge('theirs', { theirs: held }), isHeldError);
  assert.throws(() => merge('combine', { theirs: held }), isHeldError);
  assert.throws(() => merge('combine', { mine: held }), isHeldError);
  assert.throws(() => merge('mine', { theirs: held }), isHeldError);
  assert.equal(merge('mine', { mine: held }).elements[1]?.content, 'mine');
  assert.equal(merge('theirs', { mine: held }).elements[1]?.content, 'theirs');
  // Without a conflict it comes in by itself.
  assert.throws(() => merge('mine', { theirs: new Set([12]) }), isHeldError);
  assert.equal(merge('mine', { theirs: new Set([1]) }).elements.length, 3);
});

test('withheld sides are shown without their words or the hash of them (S18)', () => {
  const [conflict] = plan.conflicts;
  assert.ok(conflict);
  const held = withheldClauses(11);
  const shown = presentConflict(conflict, { base: new Map(), theirs: held, mine: new Map() });
  assert.deepEqual(shown.theirs, {
    address: '1.1',
    content: '',
    toc_content: 'Withheld clause',
    hash: null,
    moderation: LEVEL_2_NOTICE,
  });
  assert.equal(shown.mine?.content, 'mine');
});

test('a key by conflict wins over one by address; keys of prototypes are unknown (S19)', () => {
  const choices = readResolutions({ '1.1': 'theirs', 'both_changed:11': { choice: 'mine' } }, plan.conflicts);
  assert.equal(choices.get('both_changed:11')?.choice, 'mine');
  assert.throws(
    () =>
      readResolutions(
        Object.fromEntries(['1.1', 'toString'].map((key) => [key, 'mine' as const])),
        plan.conflicts,
      ),
    {
      type: 'UNKNOWN_RESOLUTION',
    },
  );
  assert.throws(() => readResolutions({}, plan.conflicts), { type: 'MISSING_RESOLUTION' });
});

test('a merge beyond the limits of a standard is no conflict of the plan, and refused (S23)', () => {
  const sections = outline({ '1': 'a', '2': 'b' });
  const grown = (section: string): Outline => {
    const added = Object.fromEntries(
      Array.from({ length: 6_000 }, (_, index) => [`${section}.${index + 1}`, 'more'] as const),
    );
    const { elements } = outline({
      '1': 'a',
      ...(section === '1' ? added : {}),
      '2': 'b',
      ...(section === '2' ? added : {}),
    });
    return orderOutline({ elements, fields: [] });
  };
  const large = planMerge({ base: sections, theirs: grown('1'), mine: grown('2') });
  assert.deepEqual(large.conflicts, []);
  const resolved = resolveMerge(large, new Map());
  assert.throws(() => assertMergeable(resolved, large, new Map(), { theirs: NONE, mine: NONE }), {
    type: 'EDIT_CONFLICT',
  });
});
