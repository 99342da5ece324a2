/**
 * Folds letters and signs that read alike to one form, in texts and queries: compatibility forms (ligatures,
 * full-width characters, ², ½), hyphens that are not shown, apostrophes, dashes, degree signs. Pure.
 */

/** Letters that FTS5 does not replace by plain ones, as it does with accented letters. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  ł: 'l',
  Ł: 'L',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(WRITTEN_AS).join('')}]`, 'g');

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** What NFKC would change for the worse, and what it leaves apart. In this order. */
const BEFORE_NFKC: readonly (readonly [RegExp, string])[] = [
  // Soft hyphens, joiners, marks of direction: nothing of them is seen.
  [/\p{Default_Ignorable_Code_Point}/gu, ''],
  // NFKC makes letters of them, and KYNAR™ another word.
  [/[™℠]/g, ' '],
  [/[º˚⁰](?=[CFK]\b)|(?<=\d\s?)[º˚]/g, '°'],
  // 2½ is not 21/2, and a note's mark after a word is no part of it; m² is m2.
  [/(?<=\d)(?=[¼-¾⅐-⅞↉⁰¹²³⁴-⁹₀-₉①-⓿])/g, ' '],
  [/(?<=\p{L}{4})(?=[⁰¹²³⁴-⁹])/gu, ' '],
  [/[’‘ʼ´′]/g, "'"],
  [/″|(?<=\d)[”“]/g, '"'],
];
const AFTER_NFKC: readonly (readonly [RegExp, string])[] = [
  [/[⁄∕]/g, '/'],
  [/∶/g, ':'],
  [/[‐‑‒−]|(?<=\d)–(?=\d)|(?<=^|[\s(])–(?=\d)/g, '-'],
];

const replaceEach = (text: string, changes: readonly (readonly [RegExp, string])[]): string =>
  changes.reduce((changed, [pattern, by]) => changed.replaceAll(pattern, by), text);

/** A text in the letters and signs that all writings of it have in common: Straße is Strasse, ﬁre is fire. */
export function foldLetters(text: string): string {
  if (isAscii(text)) return text;
  const compatible = replaceEach(text, BEFORE_NFKC).normalize('NFKC');
  return replaceEach(compatible, AFTER_NFKC).replaceAll(
    OTHER_LETTERS,
    (letter) => WRITTEN_AS[letter] ?? letter,
  );
}
