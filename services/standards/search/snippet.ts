/** The part of a text that shows why it matches. Pure. */

const LENGTH = 240;
const WORD = /[\p{L}\p{N}]+/gu;
/** Endings differ in what follows these letters. */
const STEM_LETTERS = 5;

const stemOf = (word: string): string => word.toLowerCase().slice(0, STEM_LETTERS);

/** About 240 characters with as many different words of the query as possible, cut at words. */
export function makeSnippet(text: string, query: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= LENGTH) return line;
  const asked = new Set((query.match(WORD) ?? []).filter((word) => word.length > 2).map(stemOf));
  const matches = [...line.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    const stem = stemOf(word);
    return asked.has(stem) ? [{ stem, index }] : [];
  });
  let [best, start] = [0, 0];
  for (const { index } of matches) {
    const within = matches.filter((match) => match.index >= index && match.index < index + LENGTH * 0.8);
    const found = new Set(within.map(({ stem }) => stem)).size;
    if (found > best) [best, start] = [found, index];
  }
  return cutAtWords(line, Math.max(0, start - LENGTH * 0.1));
}

function cutAtWords(line: string, from: number): string {
  const start = from === 0 ? 0 : line.indexOf(' ', from) + 1;
  const end = start + LENGTH >= line.length ? line.length : line.lastIndexOf(' ', start + LENGTH);
  const part = line.slice(start, end > start ? end : start + LENGTH);
  return `${start > 0 ? '… ' : ''}${part}${end < line.length ? ' …' : ''}`;
}
