/**
 * What a line that starts like an address has to change to start an element, for messages: a number alone does not
 * show it (decisions M, S23, X8).
 */
import { depthOf, isAddress, MAX_LEVEL_NUMBER, MAX_LEVELS } from '../revisioning/address.ts';

/** Blanks of word processors and of East Asian text, and characters that nobody sees. */
const OTHER_BLANK = /[^\P{Zs} ]|[\u200B-\u200D\u2060]/u;
const START = /^ {0,3}(?:\*\*)?(\d[\d.]*)([.:)]?)(\*\*|.?)/u;

/** Whether a line starts like a dotted address. */
export function isLikeAddress(line: string): boolean {
  const [, number = '', , next = ''] = START.exec(line) ?? [];
  return /\d\.\d/.test(number) && (/^(?:[ \t]|\*\*)?$/.test(next) || OTHER_BLANK.test(next));
}

/** What is wrong with the address at the start of a text; null where it says nothing more than that there is none. */
export function adviseAddress(text: string): string | null {
  const [, number = '', mark = '', next = ''] = START.exec(text) ?? [];
  if (number === '') return null;
  const address = number.replace(/\.+$/, '');
  const shown = JSON.stringify(number + mark);
  if (OTHER_BLANK.test(next)) {
    const code = next.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `${shown} is followed by the character U+${code}: write a blank`;
  }
  if (isAddress(address))
    return number + mark === address
      ? null
      : `write ${address} without ${JSON.stringify((number + mark).slice(address.length))}`;
  if (depthOf(address) > MAX_LEVELS) return `an address has at most ${MAX_LEVELS} levels`;
  const levels = address.split('.');
  if (levels.some((level) => Number(level) > MAX_LEVEL_NUMBER))
    return `a level of an address is at most ${MAX_LEVEL_NUMBER}`;
  if (levels.some((level) => level.startsWith('0'))) return 'a level of an address starts with 1 to 9';
  return null;
}
