/**
 * Finds the numbers that authors type before a paragraph where Word does not count: `PART 1 - GENERAL`, `1.01`, `A.`,
 * `2.2.1.2.(1)`, `Article 5`. Pure.
 */

export interface TypedNumber {
  sourceNumber: string;
  /** What stands behind it. */
  text: string;
  /** Equal for the numbers of one list: `A.`, `1)`. */
  form: string;
  /** How many numbers a decimal one has; 0 for a part, null for a list. */
  depth: number | null;
}

const PART = /^(PART\s+\d{1,2})(?:\s*[-–—:.]\s*|\s+|$)(.*)$/s;
const DIVISION =
  /^((?:Article|Chapter|Annex|Appendix|Schedule|Division)\s+(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z]))(?:\s*[-–—:.]\s*|\s+|$)(.*)$/is;
const DECIMAL = /^(\d{1,3}(?:\.\d{1,3})+(?:\.?\(\w{1,4}\))*\.?)(\s+)(\S.*)$/s;
const BARE = /^(\d{1,3})\.?\s+(\S.*)$/s;
const LIST = /^(\(?(?:[A-Z]{1,2}|[a-z]{1,2}|[ivx]{1,5}|\d{1,3})[.)])(\s+)(\S.*)$/s;

/**
 * @param isHeading whether a style says that the paragraph is a heading, so that `1 Scope` is numbered
 * @returns null for a paragraph without a number
 */
export function readTypedNumber(text: string, isHeading: boolean): TypedNumber | null {
  const part = PART.exec(text);
  if (part !== null && text.length < 120) return toNumber(part[1], part[2], 'PART', 0);
  const division = isHeading ? DIVISION.exec(text) : null;
  if (division !== null) return toNumber(division[1], division[2], 'DIVISION', 0);
  const [, number, blanks = '', rest = ''] = DECIMAL.exec(text) ?? [];
  // "0.5 mm" is no number of a clause; a tab or a capital letter is behind one.
  if (number !== undefined && (isHeading || blanks.includes('\t') || /^[\p{Lu}[“"]/u.test(rest)))
    return toNumber(number, rest, 'decimal', number.split(/[.(]+/).filter((one) => one !== '').length);
  const bare = isHeading ? BARE.exec(text) : null;
  if (bare !== null) return toNumber(bare[1], bare[2], 'decimal', 1);
  const [, mark, , item] = LIST.exec(text) ?? [];
  if (mark === undefined) return null;
  return toNumber(
    mark,
    item,
    mark
      .replace(/[A-Z]+/, 'A')
      .replace(/[a-z]+/, 'a')
      .replace(/\d+/, '1'),
    null,
  );
}

const toNumber = (sourceNumber = '', text = '', form: string, depth: number | null): TypedNumber => ({
  sourceNumber: sourceNumber.replace(/\s+/g, ' '),
  text: text.trim(),
  form,
  depth,
});
