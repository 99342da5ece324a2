/** Snippet of a hit: about 240 characters with as many different words of the query as possible. Pure. */
import { WORD, WORD_CHARACTER } from './engine/words.ts';

const LENGTH = 240;
/** Greatest distance of words that are shown together, in characters. */
const WINDOW = 190;
/** Endings differ in what follows these letters. */
const STEM_LETTERS = 5;
const WORD_START = `(?<!${WORD_CHARACTER})`;
const WORD_END = `(?!${WORD_CHARACTER})`;

/** About 240 characters with as many different words of the query as possible, cut at words. */
export function makeSnippet(text: string, query: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LENGTH) return line;
  const words = (query.match(WORD) ?? []).filter((word) => word.length > 2);
  const matches = words.length === 0 ? [] : [...line.matchAll(beginningsOf(words))];
  const found = matches.map(({ 0: stem, index }) => ({ stem: stem.toLowerCase(), index }));
  return cutAtWords(line, Math.max(0, findDensest(found) - LENGTH * 0.1));
}

/** Matches the words that begin like these, without a look at every other word of a long text. */
function beginningsOf(words: readonly string[]): RegExp {
  const stems = new Set(words.map((word) => [...word].slice(0, STEM_LETTERS).join('')));
  const beginnings = [...stems].map((stem) => (stem.length < STEM_LETTERS ? `${stem}${WORD_END}` : stem));
  return new RegExp(`${WORD_START}(?:${beginnings.join('|')})`, 'giu');
}

/** Where the window with most different words begins; the first of equals. */
function findDensest(matches: readonly { stem: string; index: number }[]): number {
  const counts = new Map<string, number>();
  let [best, start, from] = [0, 0, 0];
  for (const { stem, index } of matches) {
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (let first = matches[from]; first && index - first.index >= WINDOW; first = matches[from]) {
      const left = (counts.get(first.stem) ?? 1) - 1;
      if (left === 0) counts.delete(first.stem);
      else counts.set(first.stem, left);
      from += 1;
    }
    if (counts.size > best) [best, start] = [counts.size, matches[from]?.index ?? 0];
  }
  return start;
}

function cutAtWords(line: string, from: number): string {
  const start = from === 0 ? 0 : line.indexOf(' ', from) + 1;
  const end = start + LENGTH >= line.length ? line.length : line.lastIndexOf(' ', start + LENGTH);
  const part = line.slice(start, end > start ? end : start + LENGTH);
  return `${start > 0 ? '… ' : ''}${part}${end < line.length ? ' …' : ''}`;
}
