/**
 * Turns the rows of a list of requirements into a source outline: a row is an element, a field, or both. Its columns
 * are found by the names in the first row.
 */
import { ELEMENT_KINDS, type ElementKind } from '../../../../shared/revisioning/outline/outline.ts';
import type { TableRow } from '../../../../shared/spreadsheets/table.ts';
import { buildTree } from '../build-tree.ts';
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import { toMarkdownText } from '../plain-text.ts';
import type { SourceDocument, SourceField, SourceNode } from '../source-outline.ts';
import { type Columns, readColumns } from './columns.ts';

/** What a row is called in the report. */
type LineWord = 'line' | 'row';

/**
 * Reads rows, the first of which names the columns.
 * @throws UnusableDocumentError for no rows, or without columns of elements
 */
export function readListRows(
  [head, ...rows]: readonly TableRow[],
  word: LineWord,
  report: ReportChange,
): SourceDocument {
  if (head === undefined) throw new UnusableDocumentError('The list has no rows.');
  const columns = readColumns(head);
  const nodes: SourceNode[] = [];
  for (const row of rows) readRow(row, word, columns, nodes, report);
  return { title: '', description: '', nodes: buildTree(nodes, report) };
}

function readRow(
  { cells, line }: TableRow,
  word: LineWord,
  columns: Columns,
  nodes: SourceNode[],
  report: ReportChange,
): void {
  const source = `${word} ${line}`;
  const cell = (name: keyof Columns['place']): string => {
    const place = columns.place[name];
    return place === undefined ? '' : (cells[place] ?? '').trim();
  };
  for (const { name, place } of columns.unknown) {
    const from = (cells[place] ?? '').trim();
    if (from !== '') report({ rule: 'left-out', source, address: null, from, to: null, name });
  }
  const fields = readFields(cell, source);
  const last = nodes.at(-1);
  const isOnlyField = cell('heading') === '' && cell('text') === '' && fields.length > 0;
  if (last !== undefined && isOnlyField && ['', last.sourceNumber].includes(cell('number'))) {
    last.fields.push(...fields);
    return;
  }
  nodes.push({
    source,
    position: nodes.length,
    sourceNumber: cell('number') || null,
    ordinal: null,
    kind: readKind(cell, source, report),
    heading: cell('heading'),
    content: toMarkdownText(cell('text').split(/\r\n|\r|\n/)),
    fields,
    children: [],
  });
}

type ReadCell = (name: keyof Columns['place']) => string;

/** The kind that the row names; else a heading alone is a section. */
function readKind(cell: ReadCell, source: string, report: ReportChange): ElementKind {
  const named = cell('kind').toLowerCase();
  const known = ELEMENT_KINDS.find((kind) => kind === named);
  if (known !== undefined) return known;
  if (named !== '')
    report({ rule: 'kind-replaced', source, address: null, from: cell('kind'), to: 'clause' });
  return named === '' && cell('heading') !== '' && cell('text') === '' ? 'section' : 'clause';
}

/** The field of a row; two where it has a lower and an upper limit, because a field has one. */
function readFields(cell: ReadCell, source: string): SourceField[] {
  const options = cell('options')
    .split(/\r\n|\r|\n|\||;/)
    .filter((option) => option.trim() !== '');
  const [min, max] = [cell('min'), cell('max')];
  const others = [cell('label'), cell('type'), cell('unit'), cell('default'), min, max];
  if (options.length === 0 && others.every((text) => text === '')) return [];
  const field = (label: string, limits: Partial<SourceField>): SourceField => ({
    source,
    label,
    type: cell('type').toLowerCase() || (options.length > 0 ? 'select' : 'text'),
    options,
    default_value: cell('default') || null,
    constraint: null,
    unit: cell('unit') || null,
    remarks: [],
    ...limits,
  });
  const limit = (constraint: 'min' | 'max', value: string, name: string): SourceField =>
    field(name, {
      type: 'range',
      constraint,
      default_value: value,
      remarks: [
        ...(cell('default') === '' ? [] : [`default ${cell('default')}`]),
        ...(['', 'range', 'number'].includes(cell('type').toLowerCase()) ? [] : [`type ${cell('type')}`]),
      ],
    });
  const label = cell('label');
  if (min === '' && max === '') return [field(label, {})];
  if (min === '' || max === '') return [min === '' ? limit('max', max, label) : limit('min', min, label)];
  return [limit('min', min, `${label}, lower limit`), limit('max', max, `${label}, upper limit`)];
}
