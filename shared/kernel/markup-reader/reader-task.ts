/** Reading markup: what a worker thread does with a text, and what this thread does itself with a short one. Pure. */

import type { Frontmatter } from '../../markup/frontmatter.ts';
import { parseMarkup } from '../../markup/parse.ts';
import { type MarkupReport, reportMarkup } from '../../markup/preview.ts';
import type { MarkupFault } from '../../markup/rules.ts';
import type { ElementContent, FieldContent } from '../../revisioning/hash.ts';

/** How the elements of a text tie to those that stand, by address. */
export interface Comparison {
  matched: number;
  new: number;
  removed: number;
}

export interface ReportTask {
  kind: 'report';
  text: string;
  /** The addresses to compare with; null: none. */
  standing: readonly string[] | null;
}

export interface ReportOutcome extends MarkupReport {
  comparison: Comparison | null;
}

export interface ParseTask {
  kind: 'parse';
  text: string;
}

export interface ParseOutcome {
  frontmatter: Frontmatter | null;
  /** Empty when there are errors. */
  elements: ElementContent[];
  fields: FieldContent[];
  /** The first hundred by line, of `errorCount`. */
  errors: MarkupFault[];
  errorCount: number;
  warnings: MarkupFault[];
}

/** What validate-markdown tells about a text. */
export function reportText({ text, standing }: ReportTask): ReportOutcome {
  const parsed = parseMarkup(text);
  const sent = new Set(parsed.elements.map(({ address }) => address));
  return { ...reportMarkup(parsed), comparison: standing && compare(sent, new Set(standing)) };
}

function compare(sent: ReadonlySet<string>, standing: ReadonlySet<string>): Comparison {
  const matched = [...sent].filter((address) => standing.has(address)).length;
  return { matched, new: sent.size - matched, removed: standing.size - matched };
}

/** The elements and fields of a text, or its errors. */
export function parseText({ text }: ParseTask): ParseOutcome {
  const { frontmatter, elements, fields, errors, errorCount, warnings } = parseMarkup(text);
  const isGood = errorCount === 0;
  return {
    frontmatter,
    elements: isGood ? elements.map(({ line: _, ...element }) => element) : [],
    fields: isGood ? fields.map(({ line: _, ...field }) => field) : [],
    errors,
    errorCount,
    warnings,
  };
}
