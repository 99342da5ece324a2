/**
 * Likeness of two clauses in words: how much of what is particular about them they share. Words that many clauses of
 * the standard have ("shall", "reviewed") count little, so that two requirements in one pattern are not alike.
 */
import type { Element } from './outline.ts';

/** Clauses from which the frequency of words is taken; more do not change it much, and cost time. */
const SAMPLE_SIZE = 1_000;
/** Without numbers: another value of a requirement is no other requirement. */
const WORD = /[\p{L}\p{M}]+/gu;

type Wording = Pick<Element, 'toc_content' | 'content'>;

/** The words of heading and text, each once, in lower case. */
export const wordsOf = ({ toc_content, content }: Wording): ReadonlySet<string> =>
  new Set(`${toc_content}\n${content}`.normalize('NFKC').toLowerCase().match(WORD) ?? []);

/**
 * A measure of likeness, from 0 (no word in common) to 1 (one has all words of the other, so that a requirement which
 * somebody extended is the same).
 * @param elements the clauses of the standard
 */
export function createLikeness(elements: readonly Wording[]): (one: Wording, other: Wording) => number {
  const step = Math.max(1, Math.ceil(elements.length / SAMPLE_SIZE));
  const sample = elements.filter((_, at) => at % step === 0);
  const counts = new Map<string, number>();
  for (const element of sample) {
    for (const word of wordsOf(element)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weigh = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += Math.log((sample.length + 2) / ((counts.get(word) ?? 0) + 1));
    return sum;
  };
  return (one, other) => {
    const [left, right] = [wordsOf(one), wordsOf(other)];
    const lesser = Math.min(weigh(left), weigh(right));
    return lesser === 0 ? 1 : weigh([...left].filter((word) => right.has(word))) / lesser;
  };
}
