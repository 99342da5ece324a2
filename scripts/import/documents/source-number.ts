/**
 * Reads the numbers that a document prints before its elements, such as `1.01`, `PART 1`, `A.`, `(a)`, `iv)` and
 * `1.1A`: an outline number, a position in a list, or neither. Pure; `printed-order.ts` makes a tree of them.
 */
import { MAX_LEVELS } from '../../../shared/revisioning/outline/address.ts';

/** One way to read a position in a list: `i.` is the first Roman one, and the ninth letter. */
export interface ListPosition {
  /** Equal for the positions of one list: the kind of the number, the marks around it, and the word before it. */
  style: string;
  ordinal: number;
}

type SourceNumber =
  | { kind: 'none' }
  /** A number with dots, or a bare one. */
  | { kind: 'number'; numbers: number[] }
  /** A position in a list, in the ways in which it can be read. `word` as in `PART 1`. */
  | { kind: 'position'; readings: ListPosition[]; word: string | null }
  /** Anything else, such as `1.1A` or `Table 3`. */
  | { kind: 'other' };

const NUMBER = /^\d{1,9}(?:\.\d{1,9})*$/;
const POSITION = /^(\(?)([A-Za-z]{1,2}|[ivxlcIVXLC]{1,7}|\d{1,4})([.)]{1,2}|)$/;
/** Words that name a division of a whole document. */
const WORD =
  /^(annex|appendix|article|book|chapter|clause|division|part|schedule|section|volume)\s+([A-Za-z]{1,2}|[ivxlc]{1,7}|\d{1,4})[.:]?$/i;

/** The numbers of an address such as `2.1.3`, `02.1.` or `0.4`; null for any other. */
export function readNumbers(printed: string): number[] | null {
  const plain = printed.endsWith('.') ? printed.slice(0, -1) : printed;
  if (!NUMBER.test(plain)) return null;
  const numbers = plain.split('.').map(Number);
  return numbers.length <= MAX_LEVELS ? numbers : null;
}

/** What a printed number says. */
export function readSourceNumber(printed: string): SourceNumber {
  if (printed === '') return { kind: 'none' };
  const named = WORD.exec(printed);
  if (named !== null) {
    const word = (named[1] ?? '').toLowerCase();
    const readings = readPosition(named[2] ?? '', `${word} `, '');
    if (readings.length > 0) return { kind: 'position', word, readings };
  }
  const [, before = '', text = '', behind = ''] = POSITION.exec(printed) ?? [];
  const isBareNumber = /^\d/.test(text) && before === '' && behind === '';
  const readings = text === '' || isBareNumber ? [] : readPosition(text, before, behind);
  if (readings.length > 0) return { kind: 'position', word: null, readings };
  const numbers = readNumbers(printed);
  return numbers === null ? { kind: 'other' } : { kind: 'number', numbers };
}

function readPosition(text: string, before: string, behind: string): ListPosition[] {
  const at = (kind: string, ordinal: number): ListPosition => ({
    style: `${before}${kind}${behind}`,
    ordinal,
  });
  if (/^\d/.test(text)) return [at('1', Number(text))];
  const isUpper = text === text.toUpperCase();
  const lower = text.toLowerCase();
  const readings: ListPosition[] = [];
  // A letter, or the same one twice behind z.
  if (/^([a-z])\1?$/.test(lower))
    readings.push(at(isUpper ? 'A' : 'a', lower.charCodeAt(0) - 96 + 26 * (lower.length - 1)));
  const roman = readRoman(lower);
  if (roman !== null) readings.push(at(isUpper ? 'I' : 'i', roman));
  return readings;
}

const ROMAN = /^(?=.)(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

/** The value of a Roman number up to 89; null for any other text. */
function readRoman(text: string): number | null {
  if (!ROMAN.test(text)) return null;
  const values = [...text].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
