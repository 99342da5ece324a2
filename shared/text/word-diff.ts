/** Word differences of two texts: the words, blanks and marks that both have, and those that one has. Pure. */
import { findChanges } from './list-changes.ts';

/** A run of characters of both texts, or of one. */
export interface WordRun {
  type: 'unchanged' | 'removed' | 'added';
  text: string;
}

/** A word, or a mark such as a comma. */
export const WORD_OR_MARK = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}\s]/gu;
const TOKEN = new RegExp(`${WORD_OR_MARK.source}|\\s+`, 'gu');

/** The runs of two texts in order, what was removed before what was added in its place. */
export function diffWords(from: string, to: string): WordRun[] {
  const [a, b] = [from, to].map((text) => text.match(TOKEN) ?? []);
  if (!a || !b) return [];
  const runs: WordRun[] = [];
  const add = (type: WordRun['type'], tokens: readonly string[]): void => {
    if (tokens.length > 0) runs.push({ type, text: tokens.join('') });
  };
  let at = 0;
  for (const change of findChanges(a, b).changes) {
    add('unchanged', a.slice(at, change.a));
    add('removed', a.slice(change.a, change.aEnd));
    add('added', b.slice(change.b, change.bEnd));
    at = change.aEnd;
  }
  add('unchanged', a.slice(at));
  return runs;
}
