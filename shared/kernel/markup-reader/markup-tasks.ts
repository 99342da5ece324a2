/**
 * Tasks of the markup reader: the validation report of a text, and its elements and fields. They run on the
 * worker thread, for short texts on the calling thread. Also the type of a third task, which
 * `shared/text/line-diff.ts` does: line differences. Pure.
 */
import { checkMarkup } from '../../markup/check-markup.ts';
import type { Frontmatter } from '../../markup/frontmatter.ts';
import type { MarkupReport } from '../../markup/markup-report.ts';
import type { MarkupFault } from '../../markup/markup-rules.ts';
import { type MarkupPurpose, parseMarkup } from '../../markup/parse.ts';
import type { ReferenceTarget } from '../../markup/reference-targets.ts';
import type { ElementContent, FieldContent } from '../../revisioning/outline/content-hash.ts';

/** The elements of a text compared with the stored ones, by address. */
interface AddressComparison {
  matched: number;
  new: number;
  removed: number;
}

export interface ReportTask {
  kind: 'report';
  text: string;
  /** The addresses to compare with; null: none. */
  existingAddresses: readonly string[] | null;
}

export interface ReportResult extends MarkupReport {
  comparison: AddressComparison | null;
  /** What the text refers to; for whoever can look it up. */
  references: ReferenceTarget[];
}

export interface ParseTask {
  kind: 'parse';
  text: string;
  purpose: MarkupPurpose;
}

export interface ParseResult {
  frontmatter: Frontmatter | null;
  /** Empty when there are errors. */
  elements: ElementContent[];
  fields: FieldContent[];
  /** The first hundred by line, of `errorCount`. */
  errors: MarkupFault[];
  errorCount: number;
  warnings: MarkupFault[];
}

export interface DiffTask {
  kind: 'diff';
  from: string;
  to: string;
}

/** The report of validate-markdown. */
export function validateText({ text, existingAddresses }: ReportTask): ReportResult {
  const { parsed, report, references } = checkMarkup(text);
  const sent = new Set(parsed.elements.map(({ address }) => address));
  return {
    ...report,
    comparison: existingAddresses && compareAddresses(sent, new Set(existingAddresses)),
    references,
  };
}

function compareAddresses(sent: ReadonlySet<string>, stored: ReadonlySet<string>): AddressComparison {
  const matched = [...sent].filter((address) => stored.has(address)).length;
  return { matched, new: sent.size - matched, removed: stored.size - matched };
}

/** The elements and fields of a text, or its errors. */
export function parseText({ text, purpose }: ParseTask): ParseResult {
  const { frontmatter, elements, fields, errors, errorCount, warnings } = parseMarkup(text, purpose);
  const isValid = errorCount === 0;
  return {
    frontmatter,
    elements: isValid ? elements.map(({ line: _, ...element }) => element) : [],
    fields: isValid ? fields.map(({ line: _, ...field }) => field) : [],
    errors,
    errorCount,
    warnings,
  };
}
