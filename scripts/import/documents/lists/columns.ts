/** Finds the columns of a list (number, heading, text, unit, …) by the names in its first row. Pure. */
import type { TableRow } from '../../../../shared/spreadsheets/table.ts';
import { UnusableDocumentError } from '../import-change.ts';

/** What a column says, with its names in lower case. */
const NAMES = {
  number: ['number', 'address', 'no', 'no.', 'nr', 'nr.', 'clause', 'item'],
  heading: ['heading', 'title'],
  text: ['text', 'content', 'requirement'],
  kind: ['kind'],
  label: ['label', 'field', 'parameter'],
  type: ['type', 'input_type', 'input type'],
  options: ['options', 'choices', 'values'],
  unit: ['unit', 'units'],
  min: ['min', 'minimum'],
  max: ['max', 'maximum'],
  default: ['default', 'default_value', 'value'],
} as const;
type ColumnName = keyof typeof NAMES;
const COLUMNS = Object.keys(NAMES).filter((name): name is ColumnName => name in NAMES);
const OF_ELEMENTS: readonly ColumnName[] = ['number', 'heading', 'text'];

/** The place of each column that is there, and the names of those that are not known. */
export interface Columns {
  place: Partial<Record<ColumnName, number>>;
  unknown: { name: string; place: number }[];
}

const findColumn = (name: string): ColumnName | undefined =>
  COLUMNS.find((column) => NAMES[column].some((one) => one === name.trim().toLowerCase()));

/** Whether a first row names at least two columns, one of them of elements. */
export function namesColumns(cells: readonly string[]): boolean {
  const found = cells.map(findColumn).filter((column) => column !== undefined);
  return found.length >= 2 && found.some((column) => OF_ELEMENTS.includes(column));
}

/** Lists of parties and places have such a column, too: beside another one with numbers it is theirs. */
const isAddress = (name: string): boolean => name.trim().toLowerCase() === 'address';

/** @throws UnusableDocumentError for a row without a column of elements, or with one twice */
export function readColumns({ cells }: TableRow): Columns {
  const place: Columns['place'] = {};
  const unknown: Columns['unknown'] = [];
  const hasNumbers = cells.some((name) => findColumn(name) === 'number' && !isAddress(name));
  for (const [index, name] of cells.entries()) {
    const column = hasNumbers && isAddress(name) ? undefined : findColumn(name);
    if (column === undefined) unknown.push({ name: name.trim() || `column ${index + 1}`, place: index });
    else if (place[column] === undefined) place[column] = index;
    else
      throw new UnusableDocumentError(
        `The columns ${JSON.stringify(cells[place[column]])} and ${JSON.stringify(name)} both say the ${column}. Rename one of them.`,
      );
  }
  if (OF_ELEMENTS.every((column) => place[column] === undefined))
    throw new UnusableDocumentError(
      `No column of the list is number, heading or text. Its first row names the columns: ${COLUMNS.join(', ')}.`,
    );
  return { place, unknown };
}
