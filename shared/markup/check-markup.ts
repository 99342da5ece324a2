/**
 * Checks the text of a standard by the rules of the endpoint validate-markdown, without a service: only its
 * references to wiki pages cannot be checked here. Pure.
 */
import { buildMarkupReport, type MarkupReport } from './markup-report.ts';
import { parseMarkup } from './parse.ts';
import type { ParsedMarkup } from './parsed-markup.ts';
import { findReferenceTargets, type ReferenceTarget } from './reference-targets.ts';

interface MarkupCheck {
  parsed: ParsedMarkup;
  report: MarkupReport;
  /** The wiki pages and clauses that the text refers to; for whoever can look them up. */
  references: ReferenceTarget[];
}

/** Reads and checks the text of a standard. Never throws. */
export function checkMarkup(text: string): MarkupCheck {
  const parsed = parseMarkup(text, 'standard');
  return { parsed, report: buildMarkupReport(parsed), references: findReferenceTargets(text) };
}
