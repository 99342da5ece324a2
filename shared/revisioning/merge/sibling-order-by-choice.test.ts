/** Laws of the order of siblings after choices, held against generated histories. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { isSameJson } from '../outline/canonical-json.ts';
import { type ClauseIndex, indexClauses } from '../outline/clause.ts';
import { anyScript, historyArbitrary, LAW_RUNS } from '../outline/histories.fixture.ts';
import type { MergeChoice } from './merge-with-choices.ts';
import { planMerge } from './plan-merge.ts';
import { resolvePlan } from './plans.fixture.ts';

const anyHistory = historyArbitrary(anyScript);
const anyChoices = fc.infiniteStream(fc.constantFrom<MergeChoice['choice']>('theirs', 'mine', 'combine'));
/** The long run holds these laws against ten times as many histories as the others. */
const runs = { numRuns: LAW_RUNS > 1_000 ? LAW_RUNS * 10 : LAW_RUNS };
const TIMEOUT_MS = 1_800_000;

/** Whether one clause is before another under the same parent. */
function isBefore(side: ClauseIndex, one: number, other: number): boolean {
  const [first, second] = [side.get(one), side.get(other)];
  return !!first && !!second && first.parentId === second.parentId && first.ordinal < second.ordinal;
}

test(
  'whatever is chosen, two siblings that both sides have in one order are in that order (S18)',
  () => {
    fc.assert(
      fc.property(anyHistory, anyChoices, ({ base, x, y }, choices) => {
        const plan = planMerge({ base, theirs: x, mine: y });
        const result = indexClauses(resolvePlan(plan, () => choices.next().value).outline);
        const [theirs, mine] = [indexClauses(x), indexClauses(plan.input.mine)];
        for (const [first, { parentId }] of result) {
          for (const second of result.keys()) {
            if (!isBefore(result, first, second)) continue;
            const isSibling = [theirs, mine].every((side) => side.get(first)?.parentId === parentId);
            const isReversed = isBefore(theirs, second, first) && isBefore(mine, second, first);
            assert.ok(!isSibling || !isReversed, `${first} before ${second}`);
          }
        }
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'two clauses at one address are one conflict, whose choice decides which of them stays (S18)',
  () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const plan = planMerge({ base: history.base, theirs: history.x, mine: history.y });
        for (const { conflictId, type } of plan.conflicts) {
          if (type !== 'address_taken') continue;
          // Another choice may take one of the two to another place, which all of one kind do not.
          const matters = (['theirs', 'mine'] as const).some((others) => {
            const [theirs, mine] = (['theirs', 'mine'] as const).map((side) =>
              resolvePlan(plan, (conflict) => (conflict.conflictId === conflictId ? side : others)),
            );
            return !isSameJson(theirs?.outline, mine?.outline);
          });
          assert.ok(matters, conflictId);
        }
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);
