/**
 * Tasks of the markup reader, which run on its worker thread, for short texts on the calling thread: the validation
 * report of a text, and its elements and fields. Also the type of a comparison by lines, which
 * `shared/text/line-diff.ts` makes; the fourth task is that of `shared/revisioning/identity/follow-texts.ts`. Pure.
 */
import { checkMarkup } from '../../markup/check-markup.ts';
import type { Frontmatter } from '../../markup/frontmatter.ts';
import type { MarkupReport } from '../../markup/markup-report.ts';
import type { MarkupFault } from '../../markup/markup-rules.ts';
import { type MarkupPurpose, parseMarkup } from '../../markup/parse.ts';
import type { ReferenceTarget } from '../../markup/reference-targets.ts';
import { followTexts, toFollowTask } from '../../revisioning/identity/follow-texts.ts';
import { type IdentityReport, reportIdentities } from '../../revisioning/identity/report-identities.ts';
import type { ElementContent, FieldContent } from '../../revisioning/outline/content-hash.ts';
import type { Element } from '../../revisioning/outline/outline.ts';

/** The elements of a text compared with the stored ones, by address. */
interface AddressComparison {
  matched: number;
  new: number;
  removed: number;
}

/** A clause of the standard that a text may replace. */
export type ExistingClause = Pick<Element, 'element_id' | 'address' | 'toc_content' | 'content' | 'label'>;

export interface ReportTask {
  kind: 'report';
  text: string;
  /** The clauses to compare with; null: none. */
  existing: readonly ExistingClause[] | null;
}

export interface ReportResult extends MarkupReport {
  comparison: AddressComparison | null;
  /** Null where there is nothing to compare with, or the text has errors. */
  identities: IdentityReport | null;
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
export function validateText({ text, existing }: ReportTask): ReportResult {
  const { parsed, report, references } = checkMarkup(text);
  const sent = new Set(parsed.elements.map(({ address }) => address));
  return {
    ...report,
    comparison: existing && compareAddresses(sent, new Set(existing.map(({ address }) => address))),
    identities: existing && parsed.errorCount === 0 ? followInto(existing, parsed.elements) : null,
    references,
  };
}

function compareAddresses(sent: ReadonlySet<string>, stored: ReadonlySet<string>): AddressComparison {
  const matched = [...sent].filter((address) => stored.has(address)).length;
  return { matched, new: sent.size - matched, removed: stored.size - matched };
}

function followInto(existing: readonly ExistingClause[], sent: readonly ElementContent[]): IdentityReport {
  const texts = followTexts(toFollowTask(existing, sent));
  const now = sent.map(({ address }, index) => ({
    element_id: texts.followed.get(index)?.element_id ?? 0,
    address,
  }));
  return reportIdentities(existing, now, sent, texts);
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
