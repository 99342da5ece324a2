/**
 * Tests of the identities of submitted clauses and fields, in whole outlines and in patches; and of patches that are
 * refused.
 */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import type { SubmittedField } from '../outline/complete-field.ts';
import {
  anyOutline,
  anyScript,
  historyArbitrary,
  LAW_RUNS,
  plainField,
} from '../outline/histories.fixture.ts';
import type { Element, Outline } from '../outline/outline.ts';
import type { SubmittedElement } from './follow-texts.ts';
import { identifyOutline } from './identify-outline.ts';
import { patchFields } from './patch-fields.ts';

const runs = { numRuns: LAW_RUNS };

function element(element_id: number, address: string): Element {
  return { element_id, address, kind: 'clause', toc_content: '', content: `text ${element_id}` };
}

const base: Outline = {
  elements: [element(1, '1'), element(11, '1.1'), element(12, '1.2')],
  fields: [plainField(11, 101, 'Grade', 'MPa'), plainField(11, 102, 'Slump'), plainField(12, 103, 'Cover')],
};

function sentFields(outline: Outline): SubmittedField[] {
  const addresses = new Map(outline.elements.map(({ element_id, address }) => [element_id, address]));
  return outline.fields.map(({ field_id, element_id, ...definition }) => ({
    ...definition,
    element_address: addresses.get(element_id) ?? '',
  }));
}

function identify(elements: readonly SubmittedElement[], fields?: readonly SubmittedField[], from = base) {
  let next = 1000;
  const result = identifyOutline({
    base: from,
    elements,
    fields,
    nextElementId: () => next++,
    nextFieldId: () => next++,
  });
  return {
    ...result,
    ids: result.outline.elements.map(({ address, element_id }) => `${address}=${element_id}`).join(' '),
    rules: result.problems.map(({ path, rule }) => `${path} ${rule}`),
  };
}

const withoutId = ({ element_id: _, ...rest }: Element): SubmittedElement => rest;

test('a clause that stays as it was stays the same object; one that changed in any way is another', () => {
  const [first, second, third] = base.elements.map(withoutId);
  assert.ok(first && second && third);
  const { outline } = identify([
    first,
    { ...second, content: 'other' },
    { ...third, address: '1.3', element_id: 12 },
  ]);
  assert.deepEqual(
    outline.elements.map((made) => base.elements.includes(made)),
    [true, false, false],
  );
  assert.deepEqual(
    outline.elements.map(({ address, content }) => [address, content]),
    [
      ['1', 'text 1'],
      ['1.1', 'other'],
      ['1.3', 'text 12'],
    ],
  );
});

test('an outline sent back is itself, with ids and without (S4, Y10)', () => {
  fc.assert(
    fc.property(anyOutline, (outline) => {
      const fields = sentFields(outline);
      for (const elements of [outline.elements, outline.elements.map(withoutId)]) {
        const { outline: result, newElementIds, newFieldIds, problems } = identify(elements, fields, outline);
        assert.deepEqual(result, outline);
        assert.deepEqual([newElementIds.size, newFieldIds.size, problems.length], [0, 0, 0]);
      }
    }),
    runs,
  );
});

test('a history sent with ids keeps every identity and no identity is given twice (S4)', () => {
  fc.assert(
    fc.property(historyArbitrary(anyScript), ({ base: from, x }) => {
      const { outline, problems } = identify(x.elements, sentFields(x), from);
      assert.deepEqual(problems, []);
      const known = new Set(from.elements.map(({ element_id }) => element_id));
      const at = new Map(outline.elements.map(({ address, element_id }) => [address, element_id]));
      for (const { element_id, address } of x.elements)
        if (known.has(element_id)) assert.equal(at.get(address), element_id);
      assert.equal(
        new Set(outline.elements.map(({ element_id }) => element_id)).size,
        outline.elements.length,
      );
      assert.equal(new Set(outline.fields.map(({ field_id }) => field_id)).size, outline.fields.length);
    }),
    runs,
  );
});

test('an element claimed by id is not claimed again by address (S16)', () => {
  const moved = { ...element(11, '1.3') };
  const { ids, newElementIds } = identify([
    element(1, '1'),
    { ...withoutId(element(0, '1.1')) },
    moved,
    element(12, '1.2'),
  ]);
  assert.equal(ids, '1=1 1.1=1000 1.2=12 1.3=11');
  assert.deepEqual([...newElementIds], [1000]);
});

test('another text at the number of a clause is a new clause, and a text at another number is the old one (Y10)', () => {
  const { ids } = identify([
    withoutId(element(1, '1')),
    { ...withoutId(element(0, '1.1')), content: 'Sand shall be washed.' },
    withoutId({ ...element(11, '1.2') }),
    withoutId({ ...element(12, '1.3') }),
  ]);
  assert.equal(ids, '1=1 1.1=1000 1.2=11 1.3=12');
});

test('an unknown or foreign id counts as absent, a repeated one is a problem (S26)', () => {
  assert.equal(
    identify([element(1, '1'), { ...element(11, '1.1'), element_id: 777 }, element(888, '1.9')]).ids,
    '1=1 1.1=11 1.9=1000',
  );
  const { rules } = identify([element(1, '1'), element(11, '1.1'), element(11, '1.2')]);
  assert.deepEqual(rules, ['elements[2].element_id element_id_repeated']);
});

test('fields left out stay with their clauses, [] deletes them (S16)', () => {
  const kept = identify([element(1, '1'), element(11, '1.5')]).outline.fields;
  assert.deepEqual(
    kept.map(({ field_id }) => field_id),
    [101, 102],
  );
  assert.deepEqual(identify(base.elements, []).outline.fields, []);
});

test('a field moves with its clause and is renamed by id or match_label (D6)', () => {
  const moved = [element(1, '1'), element(11, '1.7'), element(12, '1.2')];
  const fields: SubmittedField[] = [
    { element_address: '1.7', label: 'Strength', match_label: 'Grade', input_type: 'text' },
    { element_address: '1.7', label: 'Grade', input_type: 'text' },
    { element_address: '1.2', label: 'Depth', id: 103, input_type: 'text' },
  ];
  const { outline, newFieldIds } = identify(moved, fields);
  const rows = outline.fields.map(({ field_id, element_id, label }) => `${field_id} ${element_id} ${label}`);
  assert.deepEqual(new Set(rows), new Set(['101 11 Strength', '1000 11 Grade', '103 12 Depth']));
  assert.deepEqual([...newFieldIds], [1000]);
});

test('a field moves with its clause; by address and label it is found once its clause is gone (D6)', () => {
  const sent = [{ element_address: '1.1', label: 'Grade', input_type: 'text' as const }];
  const fieldsOf = (elements: SubmittedElement[]) =>
    identify(elements, sent).outline.fields.map(({ field_id, element_id }) => [field_id, element_id]);
  const another = { ...element(12, '1.1') };
  assert.deepEqual(fieldsOf([element(1, '1'), another]), [[101, 12]]);
  const moved = [
    element(1, '1'),
    { ...element(11, '1.4') },
    withoutId(element(0, '1.1')),
    element(12, '1.2'),
  ];
  assert.deepEqual(fieldsOf(moved), [[1001, 1000]]);
});

test('match_label without a match, or two items for one field, are problems (S26, H10)', () => {
  const item = { element_address: '1.1', input_type: 'text' as const };
  assert.deepEqual(identify(base.elements, [{ ...item, label: 'x', match_label: 'nothing' }]).rules, [
    'datasheetElements[0].match_label match_label_unknown',
  ]);
  const twice = [
    { ...item, label: 'x', match_label: 'Grade' },
    { ...item, label: 'y', match_label: 'Grade' },
  ];
  assert.deepEqual(identify(base.elements, twice).rules, [
    'datasheetElements[1].match_label field_matched_twice',
  ]);
});

function patch(items: SubmittedField[], removals: { element_address: string; label: string }[] = []) {
  const result = patchFields({ base, items, removals, nextFieldId: () => 1000 });
  return { ...result, rules: result.problems.map(({ path, rule }) => `${path} ${rule}`) };
}

test('a patch carries over what it does not mention, members included (save rule 2)', () => {
  const { outline, rules } = patch(
    [
      { element_address: '1.1', label: 'Strength', match_label: 'Grade', input_type: 'text' },
      {
        element_address: '1.2',
        label: 'Finish',
        input_type: 'select',
        options: ['a', 'b'],
        default_value: 'a',
      },
    ],
    [{ element_address: '1.1', label: 'Slump' }],
  );
  assert.deepEqual(rules, []);
  assert.deepEqual(outline.elements, base.elements);
  assert.deepEqual(
    outline.fields.map(({ field_id, label, unit }) => [field_id, label, unit]),
    [
      [101, 'Strength', 'MPa'],
      [103, 'Cover', null],
      [1000, 'Finish', null],
    ],
  );
});

test('what a patch must not do (S26)', () => {
  const item = { element_address: '1.1', input_type: 'text' as const };
  const cases: [SubmittedField[], { element_address: string; label: string }[], string][] = [
    [[{ ...item, label: 'Slump', match_label: 'Grade' }], [], 'datasheetElements[0].label duplicate_label'],
    [
      [{ ...item, label: 'x', match_label: 'nothing' }],
      [],
      'datasheetElements[0].match_label match_label_unknown',
    ],
    [[], [{ element_address: '1.1', label: 'nothing' }], 'removeDatasheetFields[0] removal_unknown'],
    [[], [{ element_address: '7', label: 'Grade' }], 'removeDatasheetFields[0] removal_unknown'],
    [
      [{ ...item, label: 'Grade' }],
      [{ element_address: '1.1', label: 'Grade' }],
      'removeDatasheetFields[0] removed_and_sent',
    ],
    [
      [{ ...item, element_address: '7', label: 'x' }],
      [],
      'datasheetElements[0].element_address unknown_element_address',
    ],
    [
      [{ ...item, label: 'x', input_type: 'radio', options: ['a'], default_value: 'b' }],
      [],
      'datasheetElements[0].default_value default_not_an_option',
    ],
  ];
  for (const [items, removals, expected] of cases) assert.deepEqual(patch(items, removals).rules, [expected]);
});

test('two fields may swap their labels in one patch (S26)', () => {
  const item = { element_address: '1.1', input_type: 'text' as const };
  const { outline, rules } = patch([
    { ...item, label: 'Slump', match_label: 'Grade' },
    { ...item, label: 'Grade', match_label: 'Slump' },
  ]);
  assert.deepEqual(rules, []);
  assert.deepEqual(
    new Set(outline.fields.slice(0, 2).map(({ field_id, label }) => `${field_id} ${label}`)),
    new Set(['101 Slump', '102 Grade']),
  );
});
