/**
 * Finds held texts within a longer text: as whole paragraphs, as an edit or a merge that joins two texts makes them.
 * Pure.
 */

const PARAGRAPH_BREAK = '\n\n';
/** The base of the polynomial hash of paragraphs: any large odd number. */
const BASE = 0x01000193;

/** The texts with one number of paragraphs by their hash, and the weight of the first of so many. */
interface TextsOfSize {
  size: number;
  texts: Map<number, string[]>;
  weight: number;
}

/** Texts to search for. */
interface SearchedTexts {
  /** The longest first. */
  bySize: readonly TextsOfSize[];
  ids: ReadonlyMap<string, number>;
}

/**
 * Whether a text is one of these, or has one of them as whole paragraphs. Takes time in proportion to its paragraphs
 * times the different numbers of paragraphs of the texts, whatever their length: runs of paragraphs are compared
 * by a rolling hash, and word by word only where that agrees.
 */
export function findsTexts(texts: ReadonlySet<string>): (content: string) => boolean {
  const searched = prepare(texts);
  return (content) => {
    if (texts.has(content)) return true;
    const paragraphs = paragraphsOf(content);
    const upTo = hashesOf(paragraphs, searched.ids);
    for (const ofSize of searched.bySize)
      for (let end = ofSize.size; end <= paragraphs.length; end += 1)
        for (const text of candidates(ofSize, upTo, end))
          if (isRun(paragraphs, end - ofSize.size, ofSize.size, text)) return true;
    return false;
  };
}

/** Finds the texts themselves, each once; without those that are only found within longer ones. */
export function textsIn(texts: ReadonlySet<string>): (content: string) => string[] {
  const searched = prepare(texts);
  return (content) => {
    if (texts.has(content)) return [content];
    const paragraphs = paragraphsOf(content);
    const upTo = hashesOf(paragraphs, searched.ids);
    const found = new Set<string>();
    /** Where the longest text ends that was found to begin at a paragraph. */
    const ends = new Uint32Array(paragraphs.length + 1);
    for (const ofSize of searched.bySize) {
      const { size } = ofSize;
      let longest = 0;
      for (let end = size; end <= paragraphs.length; end += 1) {
        longest = Math.max(longest, ends[end - size] ?? 0);
        if (longest >= end) continue;
        for (const text of candidates(ofSize, upTo, end)) {
          // A text that stands there many times is compared once.
          if (found.has(text) || !isRun(paragraphs, end - size, size, text)) continue;
          found.add(text);
          ends[end - size] = end;
        }
      }
    }
    return [...found];
  };
}

function prepare(texts: ReadonlySet<string>): SearchedTexts {
  const ids = new Map<string, number>();
  const bySize = new Map<number, TextsOfSize>();
  for (const text of texts) {
    const paragraphs = paragraphsOf(text);
    for (const paragraph of paragraphs) if (!ids.has(paragraph)) ids.set(paragraph, ids.size + 1);
    const size = paragraphs.length;
    const ofSize = bySize.get(size) ?? { size, texts: new Map(), weight: weightOf(size) };
    const hash = hashesOf(paragraphs, ids).at(-1) ?? 0;
    const sameHash = ofSize.texts.get(hash) ?? [];
    sameHash.push(text);
    ofSize.texts.set(hash, sameHash);
    bySize.set(size, ofSize);
  }
  return { bySize: [...bySize.values()].sort((a, b) => b.size - a.size), ids };
}

/** The texts that may end at a paragraph. */
const candidates = ({ size, texts, weight }: TextsOfSize, upTo: Int32Array, end: number): readonly string[] =>
  texts.get(((upTo[end] ?? 0) - Math.imul(upTo[end - size] ?? 0, weight)) | 0) ?? NONE;

const NONE: readonly string[] = [];

const isRun = (paragraphs: readonly string[], from: number, size: number, text: string): boolean =>
  paragraphs.slice(from, from + size).join(PARAGRAPH_BREAK) === text;

const paragraphsOf = (text: string): string[] => text.split(PARAGRAPH_BREAK);

/** The hash of the first n paragraphs, at n. One that no text has counts 0. */
function hashesOf(paragraphs: readonly string[], ids: ReadonlyMap<string, number>): Int32Array {
  const upTo = new Int32Array(paragraphs.length + 1);
  for (const [at, paragraph] of paragraphs.entries())
    upTo[at + 1] = Math.imul(upTo[at] ?? 0, BASE) + (ids.get(paragraph) ?? 0);
  return upTo;
}

function weightOf(size: number): number {
  let weight = 1;
  for (let n = 0; n < size; n += 1) weight = Math.imul(weight, BASE);
  return weight;
}
