/** A line of a Word file as Markdown that reads as that text, in which references to its pictures stay references. Pure. */
import { replaceImageReferences } from '../../../../shared/markup/image-references.ts';
import { toMarkdownLine } from '../plain-text.ts';

/** Stands for a reference; a letter that no text has. */
export const IMAGE_MARK = '\ue002';

export function toMarkedLine(text: string): string {
  const references: string[] = [];
  const line = toMarkdownLine(
    replaceImageReferences(text, ({ reference }) => {
      references.push(reference);
      return IMAGE_MARK;
    }),
  );
  return line.replaceAll(IMAGE_MARK, () => references.shift() ?? '');
}

/** The words of a text, and the references to pictures in it. */
export function splitPictures(text: string): { words: string; pictures: string[] } {
  const pictures: string[] = [];
  const words = replaceImageReferences(text, ({ reference }) => {
    pictures.push(reference);
    return ' ';
  });
  return { words: pictures.length === 0 ? text : words.replace(/ {2,}/g, ' ').trim(), pictures };
}
