/**
 * Writes the numbers of cells as texts: days and times as in ISO 8601, any other number in full with the 15 digits
 * that Excel has. The format of a cell tells days, percentages and other numbers apart, and the decimals that it
 * shows. Pure.
 */
import type { XmlNode } from './xlsx-package.ts';

/** What the number of a cell means by its format. */
export type NumberKind = 'number' | 'date' | 'percent';

/** The format of the numbers of a cell. */
export interface NumberFormat {
  kind: NumberKind;
  /** The digits behind the point that it always shows; null where they are those of the number. */
  decimals: number | null;
}

const PERCENT_FORMATS = new Set([9, 10]);
/** 48 is a number with an exponent, 49 is text. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** The formats of numbers by the style of a cell. @param styles `xl/styles.xml`; null where there is none */
export function readNumberFormats(styles: XmlNode | null): NumberFormat[] {
  if (styles === null) return [];
  const root = styles.child('styleSheet');
  const codes = new Map(
    root
      .child('numFmts')
      .children('numFmt')
      .map((format) => [Number(format.attribute('numFmtId')), format.attribute('formatCode') ?? '']),
  );
  return root
    .child('cellXfs')
    .children('xf')
    .map((style) => {
      const id = Number(style.attribute('numFmtId') ?? 0);
      return { kind: kindOf(id, codes.get(id)), decimals: decimalsOf(id, codes.get(id)) };
    });
}

function kindOf(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return PERCENT_FORMATS.has(id) ? 'percent' : isDateFormat(id) ? 'date' : 'number';
  // Without quoted texts, escaped characters, colours and the other sections.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?:\$|[a-z]{3,}|[<>=])[^\]]*\]/gi, '').split(';')[0] ?? '';
  if (bare.includes('%')) return 'percent';
  return /[ymdhs]/i.test(bare) ? 'date' : 'number';
}

/** Format 2 is `0.00`; of other formats those of zeros alone. */
function decimalsOf(id: number, code: string | undefined): number | null {
  if (code === undefined) return id === 2 ? 2 : null;
  return /^0+\.(0+)(?:_.)?(?:;|$)/.exec(code)?.[1]?.length ?? null;
}

const DIGITS = 15;

/** A number in decimals, without an exponent. */
export function decimalText(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  if (Math.abs(rounded) >= 1) return String(BigInt(rounded));
  const [digits = '', exponent] = text.replace(/[-.]/, '').replace('.', '').split('e-');
  return `${rounded < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}

const DAY_MS = 86_400_000;
/** Days before 1970-01-01 of the two calendars of Excel. */
const DAYS_BEFORE_1970 = { 1900: 25_569, 1904: 24_107 } as const;
/** The 1900 calendar has a 29 February 1900, at this number. */
const FALSE_LEAP_DAY = 60;

/** A day, a time, or both, as ISO 8601 writes them. */
export function dateText(serial: number, calendar: 1900 | 1904): string {
  const shifted = calendar === 1900 && serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  const at = new Date(Math.round((shifted - DAYS_BEFORE_1970[calendar]) * 86_400) * 1_000);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9_999) return decimalText(serial);
  const [day = '', time = ''] = at.toISOString().slice(0, 19).split('T');
  if (serial >= 0 && serial < 1) return time;
  return at.getTime() % DAY_MS === 0 ? day : `${day} ${time}`;
}
