/** Laws of the places that a merge plan names, held against generated histories. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { type Clause, indexClauses, isSamePlace } from '../outline/clause.ts';
import { anyScript, type History, historyArbitrary, LAW_RUNS } from '../outline/histories.fixture.ts';
import { contestedHistory } from './contested-histories.fixture.ts';
import type { MergeConflict } from './merge-conflicts.ts';
import { type MergePlan, planMerge } from './plan-merge.ts';
import { NUMBER_DEPENDS_ON_CHOICE } from './plan-warnings.ts';
import { element, outline, plan, resolvePlan, write } from './plans.fixture.ts';

/** The long run holds these laws against ten times as many histories as the others. */
const runs = { numRuns: LAW_RUNS > 1_000 ? LAW_RUNS * 10 : LAW_RUNS };
const TIMEOUT_MS = 1_800_000;

const anyChoices = fc.infiniteStream(fc.constantFrom('theirs', 'mine', 'combine'));
const histories = { any: historyArbitrary(anyScript), contested: contestedHistory };

const planOf = ({ base, x, y }: History): MergePlan => planMerge({ base, theirs: x, mine: y });

const clausesOf = ({ element_id, theirs_element_id }: MergeConflict) => [
  element_id,
  theirs_element_id ?? element_id,
];

const isAboutPlace = ({ type, axes, field_id }: MergeConflict): boolean =>
  field_id === null && (type !== 'both_changed' || axes.includes('place'));

test('a clause that the copy added below one that can be combined with one of the source depends on the choices about both and about what is below (Y9)', () => {
  const of = plan(
    outline([element(3, '1', 'theirs'), element(30, '2'), element(5, '2.1'), element(31, '2.2')]),
    outline([element(3, '1', 'mine'), element(40, '2'), element(41, '2.1')]),
    outline([element(3, '1'), element(4, '2'), element(5, '2.1')]),
  );
  assert.deepEqual(
    of.conflicts.map(({ conflictId }) => conflictId),
    ['both_changed:3', 'address_taken:40:30', 'changed_deleted:5'],
  );
  // 2.1 with one choice for all of them.
  const { outline: merged } = resolvePlan(of, ({ element_id }) => (element_id === 40 ? 'combine' : 'theirs'));
  assert.equal(write(merged), '1=3 2=40 2.1=5 2.2=31 2.3=41');
  assert.ok(
    of.warnings.some(({ element_id, rule }) => element_id === 41 && rule === NUMBER_DEPENDS_ON_CHOICE),
  );
});

for (const [kind, generated] of Object.entries(histories)) {
  test(
    `a plan names the place that each clause has after the merge, or warns that a choice decides it: ${kind} histories (Y9)`,
    () => {
      fc.assert(
        fc.property(generated, anyChoices, (history, choices) => {
          const planned = planOf(history);
          const places = indexClauses(resolvePlan(planned, () => choices.next().value).outline);
          const decided = new Set([
            ...planned.warnings.map(({ element_id }) => element_id),
            ...planned.conflicts.flatMap(clausesOf),
          ]);
          const isDecided = (id: number | null): boolean =>
            id !== null && (decided.has(id) || isDecided(places.get(id)?.parentId ?? null));
          for (const { element_id, address } of [...planned.autoResolved, ...planned.newElements]) {
            const place = places.get(element_id)?.element;
            if (planned.conflicts.length === 0) assert.equal(address, place?.address);
            else if (place && !isDecided(element_id)) assert.equal(address, place.address);
          }
        }),
        runs,
      );
    },
    TIMEOUT_MS,
  );

  // Whoever has the clause: one that the copy added is in no list of the plan.
  test(
    `no choices put a clause elsewhere among its siblings, unless the plan warns of its number or has a conflict about its place: ${kind} histories (Y9)`,
    () => {
      fc.assert(
        fc.property(generated, anyChoices, (history, choices) => {
          const planned = planOf(history);
          if (planned.conflicts.length === 0) return;
          const told = new Set([
            ...planned.warnings
              .filter(({ rule }) => rule === NUMBER_DEPENDS_ON_CHOICE)
              .map(({ element_id }) => element_id),
            ...planned.conflicts.filter(isAboutPlace).flatMap(clausesOf),
          ]);
          const mixed = indexClauses(resolvePlan(planned, () => choices.next().value).outline);
          const isElsewhere = (id: number, place: Clause): boolean => {
            const other = mixed.get(id);
            return other !== undefined && !isSamePlace(place, other);
          };
          for (const [id, place] of indexClauses(resolvePlan(planned, () => 'theirs').outline))
            assert.ok(told.has(id) || !isElsewhere(id, place), `${id} at ${place.element.address}`);
        }),
        runs,
      );
    },
    TIMEOUT_MS,
  );
}
