/**
 * Likeness of two clauses by their words: whether one is a new wording of the other, and how much they have in common.
 */
import type { Element } from '../outline/outline.ts';

/** Below it two wordings have little that is particular in common. */
const UNLIKE = 0.4;
/** The same where their headings have no word in common. */
const UNLIKE_UNDER_OTHER_HEADING = 0.6;
/** Clauses from which the frequency of words is taken; more do not change it much, and cost time. */
const SAMPLE_SIZE = 1_000;
/** Without numbers: another value of a requirement is no other requirement. */
const WORD = /[\p{L}\p{M}]+/gu;

type Wording = Pick<Element, 'toc_content' | 'content'>;

/** The words of a text, each once, in lower case. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.normalize('NFKC').toLowerCase().match(WORD) ?? []);

/** Whether heading or text have a word. */
export const hasWords = ({ toc_content, content }: Wording): boolean =>
  wordsOf(`${toc_content}\n${content}`).size > 0;

interface Words {
  heading: ReadonlySet<string>;
  all: ReadonlySet<string>;
}

const readWords = ({ toc_content, content }: Wording): Words => ({
  heading: wordsOf(toc_content),
  all: wordsOf(`${toc_content}\n${content}`),
});

/**
 * A measure of likeness in words: 0 where one is no new wording of the other, up to 1 where one has all words of the
 * other, so that a requirement which somebody extended is the same. Words that many clauses have ("shall", "reviewed")
 * count little, so that two requirements in one pattern are not alike.
 * @param elements the clauses of the standard
 */
export function createLikeness(elements: readonly Wording[]): (one: Wording, other: Wording) => number {
  const cache = new WeakMap<Wording, Words>();
  const words = (wording: Wording): Words => {
    const known = cache.get(wording) ?? readWords(wording);
    cache.set(wording, known);
    return known;
  };
  const step = Math.max(1, Math.ceil(elements.length / SAMPLE_SIZE));
  const sample = elements.filter((_, at) => at % step === 0);
  const counts = new Map<string, number>();
  for (const element of sample) {
    for (const word of words(element).all) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const weigh = (some: Iterable<string>): number => {
    let sum = 0;
    for (const word of some) sum += Math.log((sample.length + 2) / ((counts.get(word) ?? 0) + 1));
    return sum;
  };
  return (one, other) => {
    const [left, right] = [words(one), words(other)];
    const lesser = Math.min(weigh(left.all), weigh(right.all));
    const share = lesser === 0 ? 1 : weigh([...left.all].filter((word) => right.all.has(word))) / lesser;
    return share < (hasOtherHeading(left, right) ? UNLIKE_UNDER_OTHER_HEADING : UNLIKE) ? 0 : share;
  };
}

const hasOtherHeading = ({ heading: one }: Words, { heading: other }: Words): boolean =>
  one.size > 0 && other.size > 0 && ![...one].some((word) => other.has(word));
