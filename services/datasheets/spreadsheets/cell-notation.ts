/**
 * Writes the recorded state of a field as the text of one cell, and reads it back: the value, a disposition in
 * brackets with its note behind it (`[not applicable] See RFI 12`), several choices separated by semicolons. Pure.
 */
import { DISPOSITION_WORDS } from '../../../shared/documents/disposition-words.ts';
import { isChoiceType, isMultipleChoice } from '../../../shared/revisioning/outline/field-rules.ts';
import {
  DISPOSITIONS,
  type Disposition,
  isBlankValue,
  type RecordedValue,
} from '../../../shared/revisioning/outline/field-value.ts';
import type { Field } from '../../../shared/revisioning/outline/outline.ts';
import { MAX_CELL_CHARACTERS } from '../../../shared/spreadsheets/write-xlsx.ts';

type CellField = Pick<Field, 'input_type' | 'options'>;

/** What a cell asks for, in the form of a save. */
interface CellChange {
  new_value?: string | string[] | null;
  disposition?: Disposition;
  disposition_note?: string;
}

const DEFERRING = DISPOSITIONS.filter((one) => one !== 'specified');
const notationOf = (disposition: Disposition): string => `[${DISPOSITION_WORDS[disposition]}]`;

/** The dispositions as a person may write them: in words or by code, in any letter case. */
const BY_WORD = new Map(
  DEFERRING.flatMap((one) => [
    [fold(DISPOSITION_WORDS[one]), one],
    [fold(one), one],
  ]),
);
BY_WORD.set('n/a', 'not_applicable');
const NOTATION = /^(\\*)\[([^\][]{1,40})\]/;

function fold(words: string): string {
  return words
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[_\s]+/g, ' ')
    .trim();
}

/** The disposition that a text begins with, and the number of backslashes before it. */
function findNotation(text: string): { disposition: Disposition; escapes: number; length: number } | null {
  const [whole = '', escapes = '', words = ''] = NOTATION.exec(text) ?? [];
  const disposition = BY_WORD.get(fold(words));
  return disposition === undefined ? null : { disposition, escapes: escapes.length, length: whole.length };
}

/** The text of a cell. A value that reads as a disposition gets a backslash before it. */
export function renderCell(
  field: CellField,
  { value, disposition, disposition_note }: RecordedValue,
): string {
  if (disposition !== 'specified')
    return disposition_note === null
      ? notationOf(disposition)
      : `${notationOf(disposition)} ${disposition_note}`;
  const text = Array.isArray(value) ? value.join(joinerOf(field)) : value === null ? '' : String(value);
  return findNotation(text) === null ? text : `\\${text}`;
}

const hasSemicolon = ({ options }: CellField): boolean => options.some((option) => option.includes(';'));
/** Choices stand on lines of their own where an option has a semicolon in it. */
const joinerOf = (field: CellField): string => (hasSemicolon(field) ? '\n' : '; ');

/** What a cell offers to choose from; nothing where it takes any text, or several choices. */
export function listChoices(field: CellField): string[] {
  if (!isChoiceType(field.input_type) || isMultipleChoice(field.input_type)) return [];
  const options = field.options.map((value) =>
    renderCell(field, { value, disposition: 'specified', disposition_note: null }),
  );
  return [...options, ...DEFERRING.map(notationOf)];
}

/** Whether a cell still has the text that was written into it. Programs change the ends of lines. */
export function isSameCell(written: string, read: string): boolean {
  const [before, now] = [plain(written), plain(read)];
  return before === now || (before.length > MAX_CELL_CHARACTERS && fitCell(before) === now);
}

const plain = (text: string): string => text.toWellFormed().replace(/\r\n?/g, '\n');

/** The text as a cell of Excel can hold it. */
export const fitCell = (text: string): string =>
  text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS - 1)}…` : text;

/** The change that the text of a cell means. An empty cell erases the value on purpose. */
export function parseCell(field: CellField, text: string): CellChange {
  const found = findNotation(text);
  if (found?.escapes === 0)
    return { disposition: found.disposition, disposition_note: text.slice(found.length).trim() };
  const value = readValue(field, found === null ? text : text.slice(1));
  return isBlankValue(value) ? { new_value: null, disposition: 'specified' } : { new_value: value };
}

function readValue(field: CellField, text: string): string | string[] {
  if (isMultipleChoice(field.input_type))
    return text
      .split(hasSemicolon(field) ? /\r?\n/ : /[;\n]/)
      .filter((choice) => choice.trim() !== '')
      .map((choice) => findChoice(field, choice));
  return isChoiceType(field.input_type) ? findChoice(field, text) : text;
}

/**
 * The option that a text means: blanks at its ends do not count, since stored options may have some, and a spreadsheet
 * program writes the words true and false in capitals.
 */
function findChoice({ options }: CellField, text: string): string {
  const choice = text.trim();
  const isLogical = choice === 'TRUE' || choice === 'FALSE';
  return (
    options.find((option) => option === text) ??
    options.find((option) => option.trim() === choice || (isLogical && option.toUpperCase() === choice)) ??
    choice
  );
}

const FORMULA_ERROR =
  /^#(?:BLOCKED!|CALC!|CONNECT!|DIV\/0!|FIELD!|N\/A|NAME\?|NULL!|NUM!|REF!|SPILL!|UNKNOWN!|VALUE!)$/;

/** Whether a cell shows that its formula has no result. */
export const isFormulaError = (text: string): boolean => FORMULA_ERROR.test(text);
