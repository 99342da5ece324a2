/**
 * Files for the import of datasheets: tables and workbooks as the export writes them, with other cells, other versions, rows
 * of other tenants and rows twice; and such files with a part of their bytes cut off or changed.
 */
import fc from 'fast-check';
import { writeXlsx } from '../../../shared/spreadsheets/write-xlsx.ts';
import type { Recipe, RecipeContext } from './recipe.ts';
import { HOSTILE_TEXTS } from './texts.ts';

interface Row {
  datasheet: string | number;
  version: string | number;
  field: string | number;
  text: string;
}

const CELLS = [
  '',
  '30',
  '36',
  '4 1/2',
  '36; 42',
  '[not applicable] See RFI 12',
  '[per drawings]',
  '\\[tbd]',
  '=1+1',
  '@x',
];

/** Rows of datasheets of the project, now and then of any that was seen, with values for their fields. */
function rowsOf({ related, seen }: RecipeContext): fc.Arbitrary<Row[]> {
  const sheets = related('datasheet');
  const fields = related('field').filter(({ facts }) => facts.datasheet !== undefined);
  const text = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...CELLS) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  );
  const row = fc
    .record({
      field: fc.nat({ max: Math.max(fields.length, 1) }),
      stray: fc.nat({ max: 9 }),
      text,
    })
    .map(({ field: at, stray, text: cell }): Row => {
      const field = fields[at % Math.max(fields.length, 1)];
      const foreign = seen('datasheet')[at]?.value;
      const datasheet = (stray === 0 ? foreign : field?.facts.datasheet) ?? sheets[0]?.value ?? 1;
      const versions = seen('version').filter(({ facts }) => facts.datasheet === datasheet);
      const version = (stray === 1 ? versions[0] : versions.at(-1))?.value ?? 'none';
      return { datasheet: String(datasheet), version, field: field?.value ?? 1, text: cell };
    });
  return fc.array(row, { maxLength: 6 });
}

const quoted = (text: string | number): string => `"${String(text).replaceAll('"', '""')}"`;

function csvOf(project: string, rows: readonly Row[]): Buffer {
  const lines = rows.map(({ datasheet, version, field, text }) =>
    [project, datasheet, version, field, text].map(quoted).join(','),
  );
  return Buffer.from(['project_id,datasheet_id,version,field_id,value', ...lines].join('\r\n'));
}

function workbookOf(project: string, rows: readonly Row[]): Buffer {
  const fields = [...new Set(rows.map(({ field }) => field))];
  const cells = rows.map(({ datasheet, version, field, text }) => [
    String(datasheet),
    String(version),
    ...fields.map((one) => (one === field ? text.toWellFormed() : '')),
  ]);
  const sheet = {
    name: 'Sheet',
    columns: [{ width: 10 }, { width: 10 }, ...fields.map(() => ({ width: 10 }))],
    rows: [
      [`datasheet (project ${project})`, 'version', ...fields.map((field) => `field ${field}`)],
      ['Id', 'Version', ...fields.map(String)],
      ...cells,
    ],
    header: 2,
    frozenColumns: 0,
  };
  return Buffer.from(writeXlsx([sheet]));
}

/** The file with a byte changed, or without its end. */
const damaged = (file: Buffer, at: number, byte: number): Buffer => {
  const place = at % Math.max(file.length, 1);
  if (byte === 0) return file.subarray(0, place);
  const copy = Buffer.from(file);
  copy[place] = byte;
  return copy;
};

export const importedSpreadsheet: Recipe = (context) => {
  const project = String(context.facts.project ?? 1);
  return fc
    .record({
      rows: rowsOf(context),
      isWorkbook: fc.boolean(),
      damage: fc.option(fc.tuple(fc.nat({ max: 100_000 }), fc.nat({ max: 255 })), { freq: 4, nil: null }),
    })
    .map(({ rows, isWorkbook, damage }) => {
      const file = isWorkbook ? workbookOf(project, rows) : csvOf(project, rows);
      const sent = damage === null ? file : damaged(file, ...damage);
      return { spreadsheet: sent.toString('base64') };
    });
};
