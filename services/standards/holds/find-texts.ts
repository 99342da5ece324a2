/** Finds held texts in longer ones: an edit or a merge combines two texts as paragraphs. Pure. */

const PARAGRAPH_BREAK = '\n\n';

/**
 * Whether a text is one of these, or has one of them as whole paragraphs. Its time does not depend on their number, but
 * on how many different numbers of paragraphs they have.
 */
export function findsTexts(texts: ReadonlySet<string>): (content: string) => boolean {
  const sizes = new Set([...texts].map((text) => paragraphsOf(text).length));
  return (content) => {
    if (texts.has(content)) return true;
    const paragraphs = paragraphsOf(content);
    return [...sizes].some(
      (size) =>
        size < paragraphs.length &&
        paragraphs.some((_, at) => texts.has(paragraphs.slice(at, at + size).join(PARAGRAPH_BREAK))),
    );
  };
}

const paragraphsOf = (text: string): string[] => text.split(PARAGRAPH_BREAK);
