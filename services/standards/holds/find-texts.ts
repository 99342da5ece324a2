/** Finds held texts in longer ones: an edit or a merge combines two texts as paragraphs. Pure. */

const PARAGRAPH_BREAK = '\n\n';
/** Of the polynomial hash of paragraphs; any large odd number. */
const BASE = 0x01000193;

/** The hashes of the texts with one number of paragraphs, and the weight of the first of so many. */
interface TextsOfSize {
  hashes: Set<number>;
  weight: number;
}

/**
 * Whether a text is one of these, or has one of them as whole paragraphs. Takes time in proportion to its paragraphs
 * times the different numbers of paragraphs of the held texts, whatever their length: runs of paragraphs are compared
 * by a rolling hash, and word by word only where that agrees.
 */
export function findsTexts(texts: ReadonlySet<string>): (content: string) => boolean {
  const ids = new Map<string, number>();
  const bySize = new Map<number, TextsOfSize>();
  for (const text of texts) {
    const paragraphs = paragraphsOf(text);
    for (const paragraph of paragraphs) if (!ids.has(paragraph)) ids.set(paragraph, ids.size + 1);
    const size = paragraphs.length;
    const ofSize = bySize.get(size) ?? { hashes: new Set(), weight: weightOf(size) };
    ofSize.hashes.add(hashesOf(paragraphs, ids).at(-1) ?? 0);
    bySize.set(size, ofSize);
  }
  return (content) => {
    if (texts.has(content)) return true;
    const paragraphs = paragraphsOf(content);
    const upTo = hashesOf(paragraphs, ids);
    for (const [size, { hashes, weight }] of bySize)
      for (let end = size; end <= paragraphs.length; end += 1) {
        const hash = ((upTo[end] ?? 0) - Math.imul(upTo[end - size] ?? 0, weight)) | 0;
        if (hashes.has(hash) && texts.has(paragraphs.slice(end - size, end).join(PARAGRAPH_BREAK)))
          return true;
      }
    return false;
  };
}

const paragraphsOf = (text: string): string[] => text.split(PARAGRAPH_BREAK);

/** The hash of the first n paragraphs, at n. One that no held text has counts 0. */
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
