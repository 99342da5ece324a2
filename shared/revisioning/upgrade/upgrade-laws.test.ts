/** Laws of upgrading, held against generated revisions and recorded values. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import { identifyOutline } from '../identity/identify-outline.ts';
import { isSameJson } from '../outline/canonical-json.ts';
import type { SubmittedField } from '../outline/complete-field.ts';
import {
  BLANK_VALUE,
  isBlankValue,
  isValueValid,
  normaliseValue,
  type RecordedValue,
} from '../outline/field-value.ts';
import { applyEdits, LAW_RUNS, structureScript } from '../outline/histories.fixture.ts';
import type { Field, Outline } from '../outline/outline.ts';
import { findStoredProblems } from '../outline/stored-outline.fixture.ts';
import { planUpgrade, type UpgradePlan } from './plan-upgrade.ts';
import { applyResolutions, type UpgradeResolution } from './resolve-upgrade.ts';
import { addressedFields, anySheet, anyUpgradeHistory, resolutionsOf } from './upgrades.fixture.ts';

type Values = ReadonlyMap<number, RecordedValue>;

/** Fails unless the law holds for every generated value. */
const holds = <T>(generated: fc.Arbitrary<T>, law: (value: T) => void): void =>
  fc.assert(fc.property(generated, law), { numRuns: LAW_RUNS });

const plan = (from: Outline, to: Outline, values: Values): UpgradePlan =>
  planUpgrade({ from: addressedFields(from), to: addressedFields(to), values });

/** The values after an upgrade whose resolutions are complete and without a fault. */
function upgrade(planned: UpgradePlan, resolutions: readonly UpgradeResolution[]): Values {
  const { values, problems, missing } = applyResolutions(planned, resolutions);
  assert.deepEqual([problems, missing], [[], []]);
  return values;
}

const fieldsById = (outline: Outline): Map<number, Field> =>
  new Map(outline.fields.map((field) => [field.field_id, field]));

/** Whether the datasheet says something of the field that the field does not start with, or a value. */
function saysSomething(field: Field, { value, disposition, disposition_note }: RecordedValue): boolean {
  if (!isBlankValue(value)) return true;
  const isChosen = disposition !== field.starting_disposition || disposition_note !== null;
  return disposition !== 'specified' && isChosen;
}

/** The value in the form in which the field holds it. */
const heldBy = (field: Field, recorded: RecordedValue): RecordedValue => ({
  ...recorded,
  value: normaliseValue(field, recorded.value),
});

/**
 * What a field became: the one of its identity, else of its clause and label, else of its address and label,
 * that nothing else became.
 */
function successorsIn(first: Outline, second: Outline): Map<number, Field> {
  const [before, after] = [addressedFields(first), addressedFields(second)];
  const found = new Map<number, Field>();
  for (const identity of ['field_id', 'element_id', 'address'] as const)
    for (const old of before) {
      const isTaken = (field: Field) => [...found.values()].includes(field);
      const successor = after.find(
        (field) =>
          !isTaken(field) &&
          field[identity] === old[identity] &&
          (identity === 'field_id' || field.label === old.label),
      );
      if (successor && !found.has(old.field_id)) found.set(old.field_id, successor);
    }
  return found;
}

const choices = fc.array(fc.nat({ max: 999 }), { minLength: 1 });

test('histories are valid outlines', () => {
  holds(anyUpgradeHistory, ({ first, second, third }) => {
    for (const outline of [first, second, third]) assert.deepEqual(findStoredProblems(outline), []);
  });
});

test('every field is in the plan once, with what was recorded; a conflict is about a value or a chosen disposition (D7)', () => {
  holds(anyUpgradeHistory, ({ first, second, values }) => {
    const { conflicts, autoResolved, newElements, counts } = plan(first, second, values);
    const [before, after] = [fieldsById(first), fieldsById(second)];
    const successors = successorsIn(first, second);
    const rows = [...conflicts, ...autoResolved];
    assert.deepEqual(rows.map(({ from }) => from.field_id).sort(), [...before.keys()].sort());
    for (const { field_id, from, recorded } of rows) {
      assert.deepEqual(recorded, values.get(from.field_id) ?? BLANK_VALUE);
      assert.equal(field_id, successors.get(from.field_id)?.field_id ?? from.field_id);
    }
    assert.ok(conflicts.every(({ from, recorded }) => saysSomething(from, recorded)));
    const known = new Set([...successors.values()].map(({ field_id }) => field_id));
    const fresh = [...after.keys()].filter((id) => !known.has(id));
    assert.deepEqual(newElements.map(({ field_id }) => field_id).sort(), fresh.sort());
    const gone = [...before.keys()].filter((id) => !successors.has(id));
    assert.deepEqual([counts.additions, counts.removals], [fresh.length, gone.length]);
  });
});

test('a value is lost, refused or asked about if and only if the definition changed so, and the change is shown (D7)', () => {
  holds(anyUpgradeHistory, ({ first, second, values }) => {
    const successors = successorsIn(first, second);
    const expected = addressedFields(first).flatMap((from) => {
      const recorded = values.get(from.field_id) ?? BLANK_VALUE;
      if (!saysSomething(from, recorded)) return [];
      const { value } = recorded;
      const to = successors.get(from.field_id);
      if (!to) return [[from.field_id, 'removed', from.label, null]];
      const shown = [from.field_id, from.label, to.label];
      const hasOtherRules = to.input_type !== from.input_type || !isSameJson(to.options, from.options);
      if (hasOtherRules && !isValueValid(to, value)) return [[...shown, 'invalid']];
      const hasSameMeaning = (['label', 'unit', 'constraint'] as const).every((of) => to[of] === from[of]);
      const isSameField = to.field_id === from.field_id || to.element_id === from.element_id;
      return hasSameMeaning && isSameField ? [] : [[...shown, 'meaning_changed']];
    });
    const seen = plan(first, second, values).conflicts.map(({ reason, from, to }) =>
      to === null ? [from.field_id, reason, from.label, null] : [from.field_id, from.label, to.label, reason],
    );
    assert.deepEqual(seen.sort(), expected.sort());
  });
});

test('nothing is dropped silently: no upgrade without a resolution of each conflict, and all accepted, every value stands (D4)', () => {
  holds(anyUpgradeHistory, ({ first, second, values }) => {
    const planned = plan(first, second, values);
    const conflicts = planned.conflicts.map(({ field_id }) => field_id);
    const { missing } = applyResolutions(planned, []);
    assert.deepEqual(
      missing.map(({ elementId }) => elementId),
      conflicts,
    );
    const accept = conflicts.map(
      (elementId): UpgradeResolution => ({
        elementId,
        resolution: 'user_accepted',
      }),
    );
    const upgraded = upgrade(planned, accept);
    const successors = successorsIn(first, second);
    assert.deepEqual([...upgraded.keys()].sort(), [...fieldsById(second).keys()].sort());
    for (const field of first.fields) {
      const { field_id } = field;
      const recorded = values.get(field_id) ?? BLANK_VALUE;
      const to = successors.get(field_id);
      if (to) assert.deepEqual(upgraded.get(to.field_id), heldBy(to, recorded));
      else assert.equal(conflicts.includes(field_id), saysSomething(field, recorded));
    }
  });
});

test('after an upgrade every value has the form that its field holds (D8)', () => {
  holds(fc.tuple(anyUpgradeHistory, choices), ([{ first, second, values }, chosen]) => {
    const planned = plan(first, second, values);
    const upgraded = upgrade(planned, resolutionsOf(planned.conflicts, chosen));
    for (const field of second.fields) {
      const recorded = upgraded.get(field.field_id) ?? assert.fail('a field without a value');
      assert.deepEqual(recorded, heldBy(field, recorded));
    }
  });
});

test('values follow their clauses through moves, renumbering and replacement of text (D6)', () => {
  holds(fc.tuple(anySheet, structureScript), ([{ first, values }, script]) => {
    const second = applyEdits(first, script, 'x');
    const planned = plan(first, second, values);
    assert.deepEqual(planned.conflicts, []);
    assert.deepEqual(planned.counts, { additions: 0, removals: 0, modifications: 0 });
    const upgraded = upgrade(planned, []);
    const [before, after] = [addressedFields(first), addressedFields(second)];
    for (const { field_id } of before)
      assert.deepEqual(upgraded.get(field_id), values.get(field_id) ?? BLANK_VALUE);
    const addresses = new Map(after.map(({ field_id, address }) => [field_id, address]));
    for (const row of planned.autoResolved) assert.equal(row.address, addresses.get(row.field_id));
  });
});

test('relabelled by match_label in a moved clause a field keeps its value, to be confirmed under the new label (D6, D7)', () => {
  const renamings = fc.array(fc.boolean(), { minLength: 1 });
  holds(fc.tuple(anySheet, structureScript, renamings), ([{ first, values }, script, renames]) => {
    const moved = applyEdits(first, script, 'x');
    const renamed = new Map(
      moved.fields
        .filter((_, at) => renames[at % renames.length])
        .map(({ field_id }) => [field_id, `Renamed ${field_id}`]),
    );
    const fields = addressedFields(moved).map(
      ({ field_id, element_id: _, address, label, ...definition }): SubmittedField => ({
        ...definition,
        element_address: address,
        ...(renamed.has(field_id) ? { label: renamed.get(field_id) ?? '', match_label: label } : { label }),
      }),
    );
    let next = 50_000;
    const nextId = () => next++;
    const { outline, problems } = identifyOutline({
      base: first,
      elements: moved.elements,
      fields,
      nextElementId: nextId,
      nextFieldId: nextId,
    });
    assert.deepEqual(problems, []);
    const { conflicts, newElements, counts } = plan(first, outline, values);
    assert.deepEqual([newElements, counts.removals, counts.modifications], [[], 0, renamed.size]);
    const expected = first.fields
      .filter((field) => saysSomething(field, values.get(field.field_id) ?? BLANK_VALUE))
      .filter(({ field_id }) => renamed.has(field_id))
      .map(({ field_id, label }) => [field_id, 'meaning_changed', label, renamed.get(field_id)]);
    const seen = conflicts.map(({ field_id, reason, from, to }) => [field_id, reason, from.label, to?.label]);
    assert.deepEqual(seen.sort(), expected.sort());
  });
});

test('upgrading twice is upgrading once (D7)', () => {
  holds(fc.tuple(anyUpgradeHistory, choices), ([{ first, second, values }, chosen]) => {
    const planned = plan(first, second, values);
    const once = upgrade(planned, resolutionsOf(planned.conflicts, chosen));
    const again = plan(second, second, once);
    assert.deepEqual([again.conflicts, again.newElements], [[], []]);
    assert.deepEqual(again.counts, { additions: 0, removals: 0, modifications: 0 });
    assert.deepEqual(new Map(upgrade(again, [])), once);
  });
});

test('what two upgrades carry one after the other, one upgrade carries as well (D7)', () => {
  holds(fc.tuple(anyUpgradeHistory, choices), ([{ first, second, third, values }, chosen]) => {
    const one = plan(first, second, values);
    const middle = upgrade(one, resolutionsOf(one.conflicts, chosen));
    const two = plan(second, third, middle);
    const direct = plan(first, third, values);
    const twice = upgrade(two, resolutionsOf(two.conflicts, chosen));
    const once = upgrade(direct, resolutionsOf(direct.conflicts, chosen));
    /** How a field was carried, under its label on its clause: an address alone means another clause each time. */
    const follow = ({ autoResolved }: UpgradePlan, id: number | undefined) =>
      autoResolved.find(
        ({ from, to }) =>
          from.field_id === id &&
          to?.label === from.label &&
          (to.field_id === from.field_id || to.element_id === from.element_id),
      )?.to?.field_id;
    const clauseOf = ({ fields }: Outline, id: number | undefined) =>
      fields.find(({ field_id }) => field_id === id)?.element_id;
    for (const { field_id, element_id } of first.fields) {
      const next = follow(one, field_id);
      const last = follow(two, next);
      if (last === undefined) continue;
      // One that was replaced on its clause and then moved to another is known by the second revision only.
      const isSameField = next === field_id && last === field_id;
      const isOnClause = clauseOf(second, next) === element_id && clauseOf(third, last) === element_id;
      if (!isSameField && !isOnClause) continue;
      const { to } = direct.autoResolved.find(({ from }) => from.field_id === field_id) ?? {};
      assert.equal(to?.field_id, last, `field ${field_id} is asked about`);
      assert.deepEqual(once.get(last), twice.get(last));
    }
  });
});

test('forward and back, a carried value is what it was where the type stayed (D7)', () => {
  holds(fc.tuple(anyUpgradeHistory, choices), ([{ first, second, values }, chosen]) => {
    const there = plan(first, second, values);
    const back = plan(second, first, upgrade(there, resolutionsOf(there.conflicts, chosen)));
    const returned = upgrade(back, resolutionsOf(back.conflicts, chosen));
    const asked = new Set(back.conflicts.map(({ field_id }) => field_id));
    for (const { from, to, recorded } of there.autoResolved) {
      const { field_id } = from;
      // A value that was kept although it was no option may have become one, and is asked about again.
      const isKept = !isValueValid(from, recorded.value) && !isSameJson(from.options, to?.options);
      if (to === null || to.input_type !== from.input_type || isKept) continue;
      assert.ok(!asked.has(field_id), `field ${field_id} is asked about`);
      assert.deepEqual(returned.get(field_id), recorded);
    }
  });
});

test('a resolution by the only conflict of its address is the one by elementId (D4)', () => {
  holds(fc.tuple(anyUpgradeHistory, choices), ([{ first, second, values }, chosen]) => {
    const planned = plan(first, second, values);
    const byId = resolutionsOf(planned.conflicts, chosen);
    const countAt = (address: string) => planned.conflicts.filter((one) => one.address === address).length;
    const byAddress = byId.map(({ elementId, ...rest }, at): UpgradeResolution => {
      const address = planned.conflicts[at]?.address ?? '';
      return countAt(address) === 1 ? { address, ...rest } : { elementId, ...rest };
    });
    assert.deepEqual(upgrade(planned, byAddress), upgrade(planned, byId));
  });
});
