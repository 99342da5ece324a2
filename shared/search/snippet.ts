/** Snippet of a hit: about 240 characters with as many different words of the query as possible. Pure. */
import { WORD } from './engine/words.ts';

const LENGTH = 240;
/** Greatest distance of words that are shown together, in characters. */
const WINDOW = 190;
/** Endings differ in what follows these letters. */
const STEM_LETTERS = 5;

const stemOf = (word: string): string => word.toLowerCase().slice(0, STEM_LETTERS);

/** About 240 characters with as many different words of the query as possible, cut at words. */
export function makeSnippet(text: string, query: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LENGTH) return line;
  const queryStems = new Set((query.match(WORD) ?? []).filter((word) => word.length > 2).map(stemOf));
  const matches = [...line.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const stem = stemOf(word);
    return queryStems.has(stem) ? [{ stem, index }] : [];
  });
  return cutAtWords(line, Math.max(0, findDensest(matches) - LENGTH * 0.1));
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
