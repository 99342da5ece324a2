/** Laws of exported cells: what is written is read as the same state, and edited cells are exactly the changes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import {
  BLANK_VALUE,
  DISPOSITIONS,
  normaliseValue,
  type RecordedValue,
} from '../../../shared/revisioning/outline/field-value.ts';
import { INPUT_TYPES } from '../../../shared/revisioning/outline/outline.ts';
import type { AddressedField } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import { readCsvRows } from '../../../shared/spreadsheets/read-csv.ts';
import { readXlsx } from '../../../shared/spreadsheets/read-xlsx.ts';
import { writeXlsx } from '../../../shared/spreadsheets/write-xlsx.ts';
import { PLAIN_FIELD } from '../../../test/plain-field.ts';
import type { PresentedField } from '../field-input.ts';
import { definitionWith, statesFor } from '../fields.fixture.ts';
import { parseChange } from '../revising/parse-changes.ts';
import { isSameCell, parseCell, renderCell } from '../spreadsheets/cell-notation.ts';
import { layOutCsv, readCsv } from '../spreadsheets/csv-layout.ts';
import type { DatasheetGroup, ReadFile } from '../spreadsheets/row-layout.ts';
import { layOutWorkbook, readWorkbook } from '../spreadsheets/workbook-layout.ts';
import { planRow } from './plan-import.ts';
import { editWorkbook } from './workbook.fixture.ts';

type FieldInput = Partial<PresentedField> & { id: number; label: string };

const nastyText = fc
  .oneof(
    fc
      .string({ unit: 'binary', maxLength: 30 })
      .map((text) => text.replace(/[^\P{Cc}\t\n]|\uFEFF/gu, '').toWellFormed()),
    fc.constantFrom(
      '=1+1',
      '+5',
      '-5',
      "'=x",
      '@a',
      '[N/A]',
      '\\[tbd]',
      '[not applicable] x',
      '[35 MPa]',
      '_x000D_',
      '28.50',
    ),
  )
  .filter((text) => text.trim() !== '');
const option = fc.constantFrom('true', 'false', 'R11', 'a; b', 'a, b', '[tbd]', 'Trowel', 'Broom', '=x', 'é');

const fieldInput = (id: number): fc.Arbitrary<FieldInput> =>
  fc
    .record({
      input_type: fc.constantFrom(...INPUT_TYPES),
      options: fc.uniqueArray(option, { minLength: 2, maxLength: 6 }),
    })
    .map(({ input_type, options }) => ({ id, label: `Field ${id}`, input_type, options }));

/** A state that the field accepts. */
function stateOf(field: AddressedField): fc.Arbitrary<RecordedValue> {
  const values = fc
    .oneof(fc.constant(null), acceptedBy(field))
    .map((value) => ({ ...BLANK_VALUE, value: normaliseValue(field, value) }));
  const deferred = fc
    .tuple(
      fc.constantFrom(...DISPOSITIONS.filter((one) => one !== 'specified')),
      fc.option(nastyText.map((text) => text.trim())),
    )
    .map(([disposition, disposition_note]) => ({ value: null, disposition, disposition_note }));
  return fc.oneof({ weight: 3, arbitrary: values }, deferred);
}

function acceptedBy({ input_type, options }: AddressedField): fc.Arbitrary<string | string[]> {
  switch (input_type) {
    case 'checkbox':
    case 'listbox':
      return fc.subarray(options, { minLength: 1 });
    case 'select':
    case 'radio':
    case 'combobox':
      return fc.constantFrom(...options);
    case 'number':
    case 'range':
      return fc.constantFrom('28.50', '-5', '+5', '4 1/2', '.5', '9007199254740993');
    case 'date':
      return fc.constant('2026-02-28');
    default:
      return nastyText;
  }
}

const sheetOf = fc.integer({ min: 1, max: 6 }).chain((count) =>
  fc.tuple(...Array.from({ length: count }, (_, at) => fieldInput(at + 1))).chain((inputs) => {
    const definition = definitionWith(inputs);
    const states = fc.tuple(...definition.fields.map(stateOf));
    return fc.record({ definition: fc.constant(definition), before: states, after: states });
  }),
);

const PROJECT = 7;
const byId = (definition: DatasheetGroup['definition'], states: readonly RecordedValue[]) =>
  statesFor(
    definition,
    Object.fromEntries(definition.fields.map(({ field_id }, at) => [field_id, states[at] ?? BLANK_VALUE])),
  );

const groupOf = (
  definition: DatasheetGroup['definition'],
  states: readonly RecordedValue[],
): DatasheetGroup => ({
  title: "O'Hara: doors",
  definition,
  numbers: new Map([[1, '=1.01.A']]),
  datasheets: [
    {
      id: 3,
      name: '=Doors',
      scope: 'a\nb',
      version: '-v1',
      isCurrent: true,
      states: byId(definition, states),
    },
    {
      id: 4,
      name: 'Gates',
      scope: '',
      version: 'v2',
      isCurrent: false,
      states: byId(
        definition,
        states.map(() => BLANK_VALUE),
      ),
    },
  ],
});

/** What the first datasheet would change, by field. */
function requestedBy(file: ReadFile, { definition, datasheets }: DatasheetGroup): Map<number, RecordedValue> {
  assert.deepEqual([file.problems, file.rows.length], [[], 2]);
  const plans = file.rows.map((row) => {
    const base = datasheets.find(({ id }) => id === row.datasheetId);
    assert.ok(base && base.version === row.version);
    const plan = planRow(row, base, definition, [base.name]);
    assert.deepEqual(plan.problems, []);
    return { row, ...plan };
  });
  assert.equal(plans.find(({ row }) => row.datasheetId === 4)?.requested.size, 0);
  return plans.find(({ row }) => row.datasheetId === 3)?.requested ?? new Map();
}

describe('cells', () => {
  it('have the text of a state, which is read as that state (D12)', () => {
    fc.assert(
      fc.property(sheetOf, ({ definition, before, after }) => {
        for (const [at, field] of definition.fields.entries()) {
          const [was, next] = [before[at] ?? BLANK_VALUE, after[at] ?? BLANK_VALUE];
          const parsed = parseChange(
            field,
            { element_id: 1, ...parseCell(field, renderCell(field, next)) },
            was,
          );
          assert.deepEqual(parsed, { state: next });
        }
      }),
    );
  });

  it('of every field of the corpora are written and read with all dispositions (D12)', () => {
    const folder = new URL('../../../test/corpora/fields/', import.meta.url);
    let count = 0;
    for (const name of readdirSync(folder)) {
      const { fields } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
      for (const one of fields) {
        const field = { ...PLAIN_FIELD, options: [], ...one, element_id: 1, field_id: 1, address: '1' };
        const choice = ['checkbox', 'listbox'].includes(field.input_type) ? field.options : field.options[0];
        const value = normaliseValue(field, choice ?? field.default_value ?? null);
        const states: RecordedValue[] = [
          { ...BLANK_VALUE, value },
          ...DISPOSITIONS.slice(1).map((disposition) => ({
            value: null,
            disposition,
            disposition_note: 'See A-1',
          })),
        ];
        for (const state of states) {
          const read = parseCell(field, renderCell(field, state));
          assert.deepEqual(parseChange(field, { element_id: 1, ...read }, BLANK_VALUE), { state }, one.label);
          count += 1;
        }
      }
    }
    assert.ok(count > 1_000, `${count} states`);
  });

  it('are the same whatever ends of lines a program writes', () => {
    assert.ok(isSameCell('a\r\nb', 'a\nb') && isSameCell('a\rb', 'a\nb') && !isSameCell('28.50', '28.5'));
    assert.ok(isSameCell('x'.repeat(40_000), `${'x'.repeat(32_766)}…`));
  });
});

describe('files', () => {
  it('a workbook that nobody touched changes nothing; edited cells are exactly the changes, wherever rows and columns are (D12)', () => {
    fc.assert(
      fc.property(sheetOf, fc.boolean(), ({ definition, before, after }, mirrored) => {
        const group = groupOf(definition, before);
        const bytes = writeXlsx(layOutWorkbook(PROJECT, [group]));
        assert.equal(requestedBy(readWorkbook(PROJECT, readXlsx(bytes)), group).size, 0);
        const edited = editWorkbook(bytes, (grid) => {
          const row = grid.find(([id]) => id === '3');
          for (const [at, field] of definition.fields.entries())
            if (row)
              row[(grid[0] ?? []).indexOf(`field ${field.field_id}`)] = renderCell(
                field,
                after[at] ?? BLANK_VALUE,
              );
          const [keys = [], head = [], ...rows] = grid;
          const all = [keys, head, ...(mirrored ? rows.toReversed() : rows)];
          return mirrored ? all.map((cells) => ['', ...cells.toReversed()]) : all;
        });
        const expected = definition.fields.flatMap((field, at): [number, RecordedValue][] => {
          const [was, next] = [before[at] ?? BLANK_VALUE, after[at] ?? BLANK_VALUE];
          return isSameCell(renderCell(field, was), renderCell(field, next)) ? [] : [[field.field_id, next]];
        });
        const requested = requestedBy(readWorkbook(PROJECT, readXlsx(edited)), group);
        assert.deepEqual(requested, new Map(expected));
      }),
    );
  });

  it('a table in CSV that nobody touched changes nothing, and no cell of it is a formula (D12)', () => {
    fc.assert(
      fc.property(sheetOf, ({ definition, before }) => {
        const group = groupOf(definition, before);
        const text = layOutCsv(PROJECT, [group]);
        assert.equal(requestedBy(readCsv(PROJECT, text), group).size, 0);
        for (const { cells } of readCsvRows(text))
          assert.ok(!cells.some((cell) => /^[=@+]|^-(?![\d.]+$)/.test(cell) && cell !== '+5'));
      }),
    );
  });
});
