/**
 * The placeholder that readers get in place of the heading and text of a withheld clause, and its use in an element.
 */
import type { Element } from './outline.ts';

export const WITHHELD_TEXT = { content: '', toc_content: 'Withheld clause' } as const;

/** An element with the placeholder in place of its words, and without its printed number. */
export const withholdWords = <E extends Pick<Element, 'content' | 'toc_content' | 'label'>>({
  label: _,
  ...element
}: E): Omit<E, 'label'> & typeof WITHHELD_TEXT => ({
  ...element,
  ...WITHHELD_TEXT,
});
