/**
 * Test fixture: the words that a reader of a document sees, found by the renderer of CommonMark and not by the code
 * of the import.
 */
import MarkdownIt from 'markdown-it';
import { printedHeading } from './sources.fixture.ts';
import type { ValidDocument } from './valid-document.ts';

const renderer = new MarkdownIt('commonmark').enable('table');

/** A text of Markdown as it is shown, in one line. */
export function renderedText(markdown: string): string {
  const texts = renderer.parse(markdown, {}).flatMap(({ type, content, children }) => {
    if (type === 'fence' || type === 'code_block') return [content];
    return type === 'inline'
      ? [(children ?? []).map((token) => (token.type.endsWith('break') ? ' ' : token.content)).join('')]
      : [];
  });
  return inOneLine(texts.join(' '));
}

export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Words, numbers and brackets of a text, in order. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+|[[\]]/gu) ?? [];

/** Headings with their printed numbers, and texts of a document in its order. */
export const shownTexts = ({ elements }: ValidDocument): string[] =>
  elements.flatMap((element) =>
    [printedHeading(element), renderedText(element.content)].filter((text) => text !== ''),
  );
