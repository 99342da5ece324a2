/**
 * Advice for a line that looks as if it began a numbered element and does not: what to change so that it does. For
 * the messages of the parser.
 */
import {
  childOf,
  depthOf,
  isAddress,
  MAX_LEVEL_NUMBER,
  MAX_LEVELS,
  ordinalOf,
  parentOf,
} from '../revisioning/outline/address.ts';
import { excerpt } from './markup-rules.ts';

/** Spaces of word processors and of East Asian text, and characters that nobody sees. */
const OTHER_SPACE = /[^\P{Zs} ]|[\u200B-\u200D\u2060]/u;
const MAX_ADDRESS_CHARACTERS = 60;
const START = /^ {0,3}(?:\*\*)?(\d[\d.]*)([.:)]?)(\*\*|.?)/u;

/** Whether a line starts like a dotted address. */
export function isLikeAddress(line: string): boolean {
  const [, number = '', , next = ''] = START.exec(line) ?? [];
  return /\d\.\d/.test(number) && (/^(?:[ \t]|\*\*)?$/.test(next) || OTHER_SPACE.test(next));
}

/**
 * The address at the start of a line where it is the one that could come next: the first below `previous`, or the next
 * after it or after one above it. Null for any other number: "2.5 mm" is a measure at nearly every place.
 */
export function findNextAddress(line: string, previous: string): string | null {
  if (!isLikeAddress(line)) return null;
  const [, number = ''] = START.exec(line) ?? [];
  if (number.length > MAX_ADDRESS_CHARACTERS) return null;
  const address = number.endsWith('.') ? number.slice(0, -1) : number;
  if (address === childOf(previous, 1)) return address;
  for (let at: string | null = previous; at !== null; at = parentOf(at))
    if (parentOf(at) !== null && address === childOf(parentOf(at), ordinalOf(at) + 1)) return address;
  return null;
}

/** What is wrong with the address at the start of a text; null where it says nothing more than that there is none. */
export function adviseAddress(text: string): string | null {
  const [, number = '', mark = '', next = ''] = START.exec(text) ?? [];
  if (number === '') return null;
  let end = number.length;
  while (number[end - 1] === '.') end -= 1;
  const address = number.slice(0, end);
  const shown = JSON.stringify(excerpt(number + mark));
  if (OTHER_SPACE.test(next)) {
    const code = next.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `${shown} is followed by the character U+${code}: write a space`;
  }
  if (isAddress(address))
    return number + mark === address
      ? null
      : `write ${address} without ${JSON.stringify(excerpt((number + mark).slice(address.length)))}`;
  if (depthOf(address) > MAX_LEVELS) return `an address has at most ${MAX_LEVELS} levels`;
  const levels = address.split('.');
  if (levels.some((level) => Number(level) > MAX_LEVEL_NUMBER))
    return `a level of an address is at most ${MAX_LEVEL_NUMBER}`;
  if (levels.some((level) => level.startsWith('0'))) return 'a level of an address starts with 1 to 9';
  return null;
}
