/**
 * Writes an addendum in markdown: a numbered list of its entries, with the instructions and values of each as a list
 * below it. Pure.
 */
import { quoteInMarkdown } from '../../../shared/revisioning/amend/sentences.ts';
import type { Entry } from './compare-revisions.ts';
import { sayEntry, sayValueChange } from './sentences.ts';

/** An entry with the amendment of its standard as a numbered list in markdown. */
export interface MarkdownEntry extends Entry {
  amendment: string;
}

/** The entries in order. */
export const listEntries = (entries: readonly MarkdownEntry[]): string =>
  entries
    .map((entry, index) => {
      const marker = `${index + 1}. `;
      const indent = ' '.repeat(marker.length);
      const sentence = sayEntry(entry, quoteInMarkdown(indent)).trimEnd();
      const below = [listValues(entry), entry.amendment].filter(Boolean).join('');
      return `${marker}${sentence}\n${below && `\n${indented(below, indent)}`}`;
    })
    .join('');

const listValues = ({ values = [] }: Entry): string =>
  values
    .map((change, index) => {
      const marker = `${index + 1}. `;
      return `${marker}${sayValueChange(change, quoteInMarkdown(' '.repeat(marker.length))).trimEnd()}\n`;
    })
    .join('');

const indented = (text: string, indent: string): string => text.replaceAll(/^(?=.)/gm, indent);
