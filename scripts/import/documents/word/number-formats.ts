/** Writes a number in the formats of Word, such as `iv` or `C`. Pure. */

const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const MAX_ROMAN = 3999;

/** An unknown format gives a decimal. */
export function formatNumber(value: number, format: string): string {
  if (format === 'decimalZero') return value < 10 ? `0${value}` : String(value);
  if (format === 'lowerLetter') return toLetters(value);
  if (format === 'upperLetter') return toLetters(value).toUpperCase();
  if (format === 'lowerRoman') return toRoman(value);
  if (format === 'upperRoman') return toRoman(value).toUpperCase();
  return String(value);
}

/** a to z, then aa, bb. */
function toLetters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));
}

function toRoman(value: number): string {
  if (value < 1 || value > MAX_ROMAN) return String(value);
  let rest = value;
  return ROMAN.map(([step, letters]) => {
    const count = Math.floor(rest / step);
    rest -= count * step;
    return letters.repeat(count);
  }).join('');
}
