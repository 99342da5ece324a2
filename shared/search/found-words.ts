/**
 * Which words of a text a query asks for, to mark them where they are shown. By plain endings, so that a page can do it;
 * what is found is decided by the index (`engine/tokenizer.ts`). Pure.
 */
import { STOP_WORDS } from './engine/words.ts';

/** A run of characters of a text, which is one of the words or between them. */
export interface FoundRun {
  text: string;
  isFound: boolean;
}

/** A word; a number with its parts, such as 404.2.3, is one. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,/]\p{N}+)*/gu;
/** Openings, opened and opens are the word open. */
const ENDING = /(?<=...)(?:ings?|ed|(?<!s)s|es|e)$/u;

const stemOf = (word: string): string => word.toLowerCase().replace(ENDING, '');

const isSignificant = (word: string): boolean =>
  /\p{N}/u.test(word) || (word.length > 1 && !STOP_WORDS.has(word.toLowerCase()));

/** The runs of a text, which together are the text. A query of nothing but small words asks for these. */
export function findWords(text: string, query: string): FoundRun[] {
  const asked = query.match(WORD) ?? [];
  const significant = asked.filter(isSignificant);
  const stems = new Set((significant.length > 0 ? significant : asked).map(stemOf));
  const runs: FoundRun[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!stems.has(stemOf(word))) continue;
    if (index > at) runs.push({ text: text.slice(at, index), isFound: false });
    runs.push({ text: word, isFound: true });
    at = index + word.length;
  }
  if (at < text.length) runs.push({ text: text.slice(at), isFound: false });
  return runs;
}
