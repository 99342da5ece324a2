/**
 * Finds out whether a folded text contains a folded phrase: as whole words and whole numbers, or only as part of a
 * longer designation. Pure.
 */
import { findDesignation } from './parse-query.ts';

/** A designation may be in a text only as part of a longer one. */
export type Containment = 'whole' | 'part' | 'none';

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
/** Signs go on with a designation where a letter or digit follows: B-9.28.1 is another than B-9.28.1.2. */
const GOES_ON_BEFORE = /[\p{L}\p{N}][./:(+-]$/u;
const GOES_ON_AFTER = /^[./:(+-][\p{L}\p{N}]/u;
/** Characters next to a phrase that may belong to the same number. */
const CONTEXT = 24;

/**
 * How a text contains a phrase.
 * @param text and @param phrase as `foldText` returns them
 * @param isQuoted whether numbers are whole, also those at the end of a designation
 */
export function findPhrase(text: string, phrase: string, isQuoted: boolean): Containment {
  const [haystack, needle] = [text.toLowerCase(), phrase.toLowerCase()];
  const classify = findDesignation(phrase) === null ? classifyWords : classifyDesignation;
  let found: Containment = 'none';
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) {
    const before = haystack.slice(Math.max(0, at - CONTEXT), at);
    const after = haystack.slice(at + needle.length, at + needle.length + CONTEXT);
    if (isWord(before.slice(-1)) || isWord(after.slice(0, 1))) continue;
    const containment = classify(before, needle, after, isQuoted);
    if (containment === 'whole') return 'whole';
    if (containment === 'part') found = 'part';
  }
  return found;
}

function classifyDesignation(before: string, phrase: string, after: string, isQuoted: boolean): Containment {
  if (/\d[.,/:]$/.test(before) && /^\d/.test(phrase)) return 'none';
  // Grade 8 is not in grade 8.8, as B-9.28.1 is in B-9.28.1.2.
  if (/^[.,/]\d/.test(after) && (isQuoted || / [\d.]+$/.test(phrase))) return 'none';
  return GOES_ON_BEFORE.test(before) || GOES_ON_AFTER.test(after) ? 'part' : 'whole';
}

function classifyWords(before: string, phrase: string, after: string): Containment {
  const left = /^\d/.test(phrase) ? ofNumberBefore(before, phrase) : 'whole';
  const right = /\d$/.test(phrase) ? ofNumberAfter(after, phrase) : 'whole';
  if (left === 'none' || right === 'none') return 'none';
  return left === 'part' || right === 'part' ? 'part' : 'whole';
}

/** What stands before a number may belong to it: 2. of 2.5, 2 of 2 1/2, a minus, or EN 1992- of a designation. */
function ofNumberBefore(before: string, phrase: string): Containment {
  if (/\d[.,/:]$/.test(before)) return 'none';
  if (/(?:^|[\s(≤≥<>±≈~])-$/.test(before)) return 'none';
  if (/\d $/.test(before) && /^\d{1,2}\/\d/.test(phrase)) return 'none';
  if (!/[\p{L}\p{N})][-+/(.:]$/u.test(before)) return 'whole';
  return /(?:^|[\s(≤≥<>±≈~])[\d.,/]+-$/.test(before) ? 'whole' : 'part';
}

/** What stands after a number may belong to it. */
function ofNumberAfter(after: string, phrase: string): Containment {
  if (/^[.,/:]\d/.test(after)) return 'none';
  if (/^ \d{1,2}\/\d/.test(after) && /(?:^|[^\d./])\d+$/.test(phrase)) return 'none';
  if (!/^[-+/(.:][\p{L}\p{N}]/u.test(after)) return 'whole';
  return /^-[\d./]+(?![\p{L}\p{N}-])/u.test(after) || /^-\p{L}/u.test(after) ? 'whole' : 'part';
}
