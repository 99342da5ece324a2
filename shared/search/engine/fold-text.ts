/**
 * Folds a text to the form in which the index and a query are compared: letters, spacing, emphasis, and numbers with
 * their signs and units. `2,5mm`, `2.5 mm` and `2.5 mm` with a narrow space become one; so do 03 31 29 and 033129.
 * Pure.
 */
import { foldLetters } from './fold-letters.ts';
import { UNIT } from './units.ts';

/** What stands before a group of three digits that is a number of its own: Table 1 100 mm. */
const LABEL =
  '(?:table|figure|fig\\.|section|clause|article|part|type|class|grade|no\\.|item|note|step|annex|appendix|chapter|en|iso|astm|din|bs)';
/** Where a number begins: not after a letter, a digit, or a sign within the same number. */
const START = '(?=\\d)(?<![\\p{L}\\p{N}]|\\p{N}[.,/:])';

const pattern = (source: string): RegExp => new RegExp(source, 'giu');

/** Numbers whose digits are grouped: MasterFormat, then thousands. */
const GROUPED: readonly RegExp[] = [
  pattern(`${START}\\d\\d \\d\\d \\d\\d(?!\\d)`),
  pattern(`${START}[1-9]\\d{0,2}(?:,\\d{3})+(?!\\d|,\\d)`),
  pattern(`${START}[1-9]\\d{0,2}(?:'\\d{3})+(?!\\d)`),
  pattern(`${START}(?<!\\b${LABEL} |\\d )[1-9]\\d{0,2}(?: \\d{3})+(?!\\d| \\d)`),
];

/** Other writings of numbers, and what they become, in this order. */
const WRITINGS: readonly (readonly [RegExp, string])[] = [
  // 2,5 and .5
  [pattern(`${START}(\\d+),(?=\\d+(?!\\p{N}|[.,]\\d))`), '$1.'],
  [/(?<![\p{L}\p{N}.,/:)])\.(?=\d)/gu, '0.'],
  // 1-1/2
  [pattern(`${START}(\\d+)-(?=\\d{1,2}/\\d{1,3}(?![\\p{L}\\p{N}/]))`), '$1 '],
  // 4 : 1
  [/(?<=\d) ([:/]) (?=\d)/g, '$1'],
  [/\+\/?-(?= ?\d)/g, '±'],
  [/>=/g, '≥'],
  [/<=/g, '≤'],
  [/([≤≥<>±≈~]) (?=\d)/g, '$1'],
  [/(?<=\d)±/g, ' ±'],
  // 20 degrees C, 20 ° C, 5 %
  [/(?<=\d) ?(?:deg\.?|degrees?|°) ?([cfk])(?![\p{L}\p{N}])/giu, '°$1'],
  [/(?<=\d) (?=[°%‰])/g, ''],
  // 50x50, 50 mm×50 mm
  [/(?<=\d)(?: ?[x×] ?|\*)(?=\d)/gi, ' x '],
  [pattern(` ?[x×] ?(?=\\d)(?<=\\d ?(?:${UNIT}) ?[x×] ?)`), ' x '],
  // 5mm, 36-inch
  [pattern(`(?<=(?<![\\p{L}\\p{N}]|\\d[./:])\\d+(?:[./]\\d+)?)-?(?=(?:${UNIT})(?![\\p{L}\\p{N}]))`), ' '],
  // 2.2.1.2.(1), a sentence of an article
  [/(?<=\d\.\d+)\.? ?\((?=[\p{L}\p{N}]{1,4}\))/gu, '('],
];

const joinDigits = (digits: string): string => digits.replaceAll(/\D/g, '');

/** A text in one writing, in the letter case that it has. */
export function foldText(text: string): string {
  const spaced = foldLetters(text)
    // Marks of emphasis and code in the markup.
    .replaceAll(/(?<=[\p{L}\p{N}])[*_`](?=[\p{L}\p{N}])/gu, (mark) => (mark === '*' ? mark : ' '))
    .replaceAll(/(?<![\p{L}\p{N}])[*_`]+|[*_`]+(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/g, ' ');
  if (!/\d/.test(spaced)) return spaced;
  const joined = GROUPED.reduce((folded, groups) => folded.replaceAll(groups, joinDigits), spaced);
  return WRITINGS.reduce((folded, [writing, by]) => folded.replaceAll(writing, by), joined);
}
