/**
 * Recognises paragraphs that begin with a clause number but are read as text, because a dot follows the number, or an
 * invisible character or a mark of emphasis stands before it. Pure.
 */
import { isAddress } from '../revisioning/outline/address.ts';
import { readParagraphStart } from './element-start.ts';

/** Characters that take no ink: format characters, blanks of word processors. */
const INVISIBLE =
  '[\\p{Default_Ignorable_Code_Point}\\p{Cf}\\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]';
const TAG = '<\\/?[A-Za-z]{1,10}(?:[ \\t][^<>]{0,100})?>';
/** What may stand before the number: invisible characters, marks of emphasis, tags. */
const UNSEEN = `(?:${INVISIBLE}[ \\t]*|[*_~\`]|${TAG}[ \\t]*)*`;
/** What ends the number. */
const END = `(?:[ \\t*_~\`<]|${INVISIBLE}|$)`;

const NEAR = new RegExp(`^ {0,3}(${UNSEEN})(\\d{1,4}(?:\\.\\d{1,4}){1,11})(\\.?)(?=${END})`, 'u');

/** A number that begins such a paragraph, with backslashes before its first dot (`escapes.ts`). */
export const NUMBER_ESCAPE = new RegExp(`^( {0,3}${UNSEEN}\\d+)(\\\\*)(?=\\.\\d[\\d.]*${END})`, 'u');
/** First characters that `NUMBER_ESCAPE` may match, for a quick test. */
export const UNSEEN_START = new RegExp(`[*_~\`<]|${INVISIBLE}`, 'u');

interface NearClause {
  address: string;
  /** What to change if it is a clause. */
  advice: string;
}

/** The clause that a paragraph beginning with `line` nearly is; null for a clause and for any other text. */
export function findNearClause(line: string): NearClause | null {
  const match = NEAR.exec(line);
  const [, unseen = '', address = '', dot = ''] = match ?? [];
  // Two stars begin the heading of a clause.
  const before = unseen === '**' ? '' : unseen;
  if (match === null || (before === '' && dot === '') || !isAddress(address)) return null;
  if (readParagraphStart(line) !== null) return null;
  const without = [before === '' ? '' : describe(before), dot === '' ? '' : '"."'].filter(
    (part) => part !== '',
  );
  return { address, advice: `write ${address} without ${without.join(' and ')}` };
}

/** What stands before a number, with the code of what nobody sees. */
function describe(before: string): string {
  const shown = before.replace(new RegExp(INVISIBLE, 'gu'), (character) => {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return `U+${code} `;
  });
  return `${JSON.stringify(shown.trim().slice(0, 60))} before it`;
}
