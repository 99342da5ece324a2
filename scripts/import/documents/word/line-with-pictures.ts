/**
 * Converts a line of a Word file to Markdown that shows the same text, in which references to its pictures stay
 * references. Also divides a text into its words and these references (`splitPictures`). Pure.
 */
import { asText, replaceImageReferences } from '../../../../shared/markup/image-references.ts';
import { toMarkdownLine } from '../plain-text.ts';

/** Stands for a reference; a letter that no text has. */
export const IMAGE_MARK = '\ue002';

/** @param images names of those that a reference may be to, any other is text; null for all that look like one */
export function toLineWithPictures(text: string, images: ReadonlySet<string> | null = null): string {
  const references: string[] = [];
  const line = toMarkdownLine(
    replaceImageReferences(text, ({ reference, name }) => {
      if (images?.has(name) === false) return reference;
      references.push(reference);
      return IMAGE_MARK;
    }),
  );
  return replaceImageReferences(line, ({ reference }) => asText(reference)).replaceAll(
    IMAGE_MARK,
    () => references.shift() ?? '',
  );
}

/** The words of a text, and the references in it to pictures. @param names of those that count; null for all */
export function splitPictures(
  text: string,
  names: readonly string[] | null = null,
): { words: string; pictures: string[] } {
  const pictures: string[] = [];
  const words = replaceImageReferences(text, ({ reference, name }) => {
    if (names?.includes(name) === false) return reference;
    pictures.push(reference);
    return ' ';
  });
  return { words: pictures.length === 0 ? text : words.replace(/ {2,}/g, ' ').trim(), pictures };
}
