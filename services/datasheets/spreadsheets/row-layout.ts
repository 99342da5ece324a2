/**
 * The parts that the CSV and workbook forms of exported datasheets share: datasheets grouped by standard for writing,
 * and rows as they are read, whose cells are found by the ids in the file and not by their position.
 */
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { PrintedNumbers } from '../printed-numbers.ts';
import type { FieldStates } from '../records/recorded-values.ts';

/** A datasheet as it is written. */
export interface WrittenDatasheet {
  id: number;
  name: string;
  scope: string;
  version: string;
  isCurrent: boolean;
  states: FieldStates;
}

/** The datasheets on one revision of a standard, which have the same fields. */
export interface DatasheetGroup {
  /** The name of the standard; with the revision where its datasheets are on several. */
  title: string;
  definition: StandardDefinition;
  numbers: PrintedNumbers;
  datasheets: readonly WrittenDatasheet[];
}

/** A text of the file, with its place as a person finds it. */
export interface ReadCell {
  text: string;
  path: string;
}

/** What the file says of one datasheet. */
export interface ReadRow {
  datasheetId: number;
  /** The version that was exported. */
  version: string;
  path: string;
  /** Absent where the file has no such column. */
  name?: ReadCell;
  scope?: ReadCell;
  cells: (ReadCell & { fieldId: number })[];
}

export interface ReadFile {
  rows: ReadRow[];
  problems: ErrorDetail[];
  /** What the file has besides datasheets. */
  ignored: { path: string; message: string }[];
}

/** The digits of an id as a number; null for anything else. */
export const readId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The problem of a file that was exported from another project. */
export const otherProject = (path: string): ErrorDetail => ({
  path,
  message:
    'This was exported from another project. Import it there, or export this project and work in that file.',
});
