/** Laws of the merge plan and of resolving it, held against generated histories. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { isSameField, isSameWording } from '../outline/clause.ts';
import { hashContent } from '../outline/content-hash.ts';
import {
  anyScript,
  type History,
  historyArbitrary,
  LAW_RUNS,
  wordingScript,
} from '../outline/histories.fixture.ts';
import type { Outline } from '../outline/outline.ts';
import { findStoredProblems } from '../outline/stored-outline.fixture.ts';
import { type MergePlan, planMerge } from './plan-merge.ts';
import { resolvePlan } from './plans.fixture.ts';

const anyHistory = historyArbitrary(anyScript);
/** The long run holds these laws against ten times as many histories as the others. */
const runs = { numRuns: LAW_RUNS > 1_000 ? LAW_RUNS * 10 : LAW_RUNS };
const TIMEOUT_MS = 1_800_000;
const CHOICES = ['theirs', 'mine', 'combine'] as const;

const planOf = ({ base, x, y }: History): MergePlan => planMerge({ base, theirs: x, mine: y });

const elementsOf = (outline: Outline) =>
  new Map(outline.elements.map((element) => [element.element_id, element]));
const idsOf = (outline: Outline): number[] => [...elementsOf(outline).keys()];

const anyChoices = fc.infiniteStream(fc.constantFrom(...CHOICES));

test(
  'any choices give a valid outline without a clause twice (S19)',
  () => {
    fc.assert(
      fc.property(anyHistory, anyChoices, (history, choices) => {
        const { outline } = resolvePlan(planOf(history), () => choices.next().value);
        assert.deepEqual(findStoredProblems(outline), []);
        assert.equal(new Set(idsOf(outline)).size, outline.elements.length);
        assert.equal(new Set(outline.fields.map(({ field_id }) => field_id)).size, outline.fields.length);
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'a clause that neither side deleted never disappears, except into one it was combined with, into one that the source added alike, or with a section whose deletion was chosen (S18)',
  () => {
    fc.assert(
      fc.property(anyHistory, anyChoices, (history, choices) => {
        const plan = planOf(history);
        const { outline, chosen } = resolvePlan(plan, () => choices.next().value);
        const [base, theirs, mine] = [history.base, history.x, plan.input.mine].map(
          (side) => new Set(idsOf(side)),
        );
        const result = new Set(idsOf(outline));
        const joined = new Set(
          plan.conflicts.flatMap(({ conflictId, theirs_element_id }) =>
            chosen.get(conflictId)?.choice === 'combine' ? (theirs_element_id ?? []) : [],
          ),
        );
        const isDeletionChosen = plan.conflicts.some(({ conflictId, theirs: their, mine: my }) =>
          chosen.get(conflictId)?.choice === 'theirs' ? !their : !my,
        );
        // Sections that are combined can bring together what both added below them.
        const myWords = elementsOf(plan.input.mine);
        const isAddedAlike = (id: number): boolean => {
          const my = base?.has(id) || joined.size === 0 ? undefined : myWords.get(id);
          return outline.elements.some(
            (element) =>
              my &&
              isSameWording(element, my) &&
              theirs?.has(element.element_id) &&
              !base?.has(element.element_id),
          );
        };
        for (const id of new Set([...(theirs ?? []), ...(mine ?? [])])) {
          const isDeleted = base?.has(id) && !(theirs?.has(id) && mine?.has(id));
          if (isDeleted || joined.has(id) || isDeletionChosen || isAddedAlike(id)) continue;
          assert.ok(result.has(id), `lost ${id}`);
        }
        // Nothing comes from nowhere.
        for (const id of result) assert.ok(theirs?.has(id) || mine?.has(id));
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'plan(base, base, mine) and plan(base, theirs, theirs) have no conflicts and resolve to mine and to theirs (S18)',
  () => {
    fc.assert(
      fc.property(anyHistory, ({ base, x, y }) => {
        const unchanged = planMerge({ base, theirs: base, mine: y });
        assert.deepEqual(unchanged.summary, {
          conflicts: 0,
          autoResolved: 0,
          newElements: 0,
          removedElements: 0,
          moved: 0,
        });
        assert.deepEqual(resolvePlan(unchanged, () => 'theirs').outline, y);
        const alike = planMerge({ base, theirs: x, mine: x });
        assert.deepEqual(alike.conflicts, []);
        assert.deepEqual(resolvePlan(alike, () => 'mine').outline, x);
        assert.deepEqual(resolvePlan(planMerge({ base, theirs: x, mine: base }), () => 'mine').outline, x);
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'a resolved merge, merged again with the revision it was merged with, changes nothing (S18)',
  () => {
    fc.assert(
      fc.property(anyHistory, anyChoices, (history, choices) => {
        const { outline } = resolvePlan(planOf(history), () => choices.next().value);
        const again = planMerge({ base: history.x, theirs: history.x, mine: outline });
        assert.deepEqual(again.conflicts, []);
        assert.deepEqual(resolvePlan(again, () => 'theirs').outline, outline);
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'each clause that the source changed is in exactly one list; ids and plan are the same every time (S18)',
  () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const plan = planOf(history);
        assert.equal(new Set(plan.conflicts.map(({ conflictId }) => conflictId)).size, plan.conflicts.length);
        assert.deepEqual(planOf(structuredClone(history)).conflicts, plan.conflicts);
        const listed = [...plan.autoResolved, ...plan.newElements, ...plan.removedElements].map(
          ({ element_id }) => element_id,
        );
        assert.equal(new Set(listed).size, listed.length);
        const disputed = new Set(
          plan.conflicts.flatMap(({ element_id, theirs_element_id }) => [element_id, theirs_element_id ?? 0]),
        );
        const [before, after] = [elementsOf(history.base), elementsOf(history.x)];
        for (const id of new Set([...before.keys(), ...after.keys()])) {
          const [old, now] = [before.get(id), after.get(id)];
          const fieldsOf = (outline: Outline) => outline.fields.filter(({ element_id }) => element_id === id);
          const [oldFields, newFields] = [fieldsOf(history.base), fieldsOf(history.x)];
          const isSame =
            old !== undefined &&
            now !== undefined &&
            old.address === now.address &&
            isSameWording(old, now) &&
            oldFields.length === newFields.length &&
            oldFields.every((field) => newFields.some((other) => isSameField(field, other)));
          // Of a clause that the copy deleted, the source changed the number at most: nothing follows from it.
          const isDeletedByCopy = old && now && !plan.indexes.mine.has(id);
          if (!isDeletedByCopy) assert.equal(listed.includes(id), !isSame && !disputed.has(id));
        }
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'what was asked: each side’s words where only one thing was disputed, both where combined, mine’s identity kept (S19)',
  () => {
    fc.assert(
      fc.property(historyArbitrary(wordingScript), anyChoices, (history, choices) => {
        const plan = planOf(history);
        const { outline, chosen } = resolvePlan(plan, () => choices.next().value);
        const result = elementsOf(outline);
        for (const { conflictId, field_id, element_id, base, theirs, mine } of plan.conflicts) {
          if (field_id !== null || !theirs || !mine) continue;
          const choice = chosen.get(conflictId)?.choice;
          const clause = result.get(element_id);
          const [b, t, m] = [base?.element.content, theirs.element.content, mine.element.content];
          const isDisputed = t !== m && b !== t && b !== m;
          const asked = choice === 'combine' ? `${m}\n\n${t}` : choice === 'mine' ? m : t;
          assert.equal(clause?.content, isDisputed ? asked : b === m ? t : m);
        }
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'a clause that was chosen from a side that has it is in the result (S19)',
  () => {
    fc.assert(
      fc.property(anyHistory, anyChoices, (history, choices) => {
        const plan = planOf(history);
        const { outline, chosen } = resolvePlan(plan, () => choices.next().value);
        const result = new Set(idsOf(outline));
        for (const conflict of plan.conflicts) {
          const choice = chosen.get(conflict.conflictId)?.choice;
          const isOfOneClause = conflict.field_id === null && conflict.theirs_element_id === null;
          if (!isOfOneClause || choice === undefined || choice === 'combine' || !conflict[choice]) continue;
          assert.ok(result.has(conflict.element_id), conflict.conflictId);
        }
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'edits of different clauses commute: following the source and being followed give the same content (S18)',
  () => {
    fc.assert(
      fc.property(anyHistory, ({ base, x, y }) => {
        const one = planMerge({ base, theirs: x, mine: y });
        const two = planMerge({ base, theirs: y, mine: x });
        assert.equal(one.conflicts.length === 0, two.conflicts.length === 0);
        if (one.conflicts.length > 0) return;
        const [left, right] = [resolvePlan(one, () => 'mine'), resolvePlan(two, () => 'mine')];
        assert.equal(hashContent(left.outline), hashContent(right.outline));
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);

test(
  'all conflicts resolved as theirs or as mine keep what that side added and what nobody deleted (S19)',
  () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const plan = planOf(history);
        const sides = { theirs: history.x, mine: plan.input.mine };
        const base = new Set(idsOf(history.base));
        for (const side of ['theirs', 'mine'] as const) {
          const result = new Set(idsOf(resolvePlan(plan, () => side).outline));
          const other = new Set(idsOf(sides[side === 'mine' ? 'theirs' : 'mine']));
          for (const id of idsOf(sides[side]))
            if (!base.has(id) || other.has(id)) assert.ok(result.has(id), `${side} lost ${id}`);
        }
      }),
      runs,
    );
  },
  TIMEOUT_MS,
);
