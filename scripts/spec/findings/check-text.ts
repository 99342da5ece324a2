/**
 * Checks a text by the rules of the endpoint validate-markdown, without the service. In a text with markers of a
 * conflict only these are found. Pure.
 */
import { checkMarkup } from '../../../shared/markup/check-markup.ts';
import { MAX_MARKUP_CHARACTERS } from '../../../shared/markup/markup-size.ts';
import { isLongerThan } from '../../../shared/text/code-points.ts';
import { findMarkers } from '../conflict-text.ts';
import type { Finding } from './finding.ts';

interface TextFindings {
  findings: Finding[];
  errorCount: number;
  /** References to the wiki, which only the service can look up. */
  referenceCount: number;
}

/** Checks a text. Of very many errors or warnings the first hundred are findings. */
export function checkText(file: string, text: string): TextFindings {
  if (isLongerThan(text, MAX_MARKUP_CHARACTERS)) {
    const message = `The service takes at most ${MAX_MARKUP_CHARACTERS} characters. Split the standard.`;
    return {
      findings: [{ file, line: 1, level: 'error', rule: 'text-too-long', message }],
      errorCount: 1,
      referenceCount: 0,
    };
  }
  const markers = findMarkers(text, '', false).map(
    (line): Finding => ({
      file,
      line,
      level: 'error',
      rule: 'conflict-marker',
      message: 'A conflict is not settled. Keep what is right of each side and remove the markers.',
    }),
  );
  // With both sides in it a text has clauses twice and markers among its words: nothing else that is said of it helps.
  if (markers.length > 0) return { findings: markers, errorCount: markers.length, referenceCount: 0 };
  const { report, references } = checkMarkup(text);
  const toFinding =
    (level: Finding['level']) =>
    ({ line, rule, message }: { line: number; rule: string; message: string }): Finding => ({
      file,
      line,
      level,
      rule,
      message,
    });
  const findings = [...report.errors.map(toFinding('error')), ...report.warnings.map(toFinding('warning'))];
  return {
    findings: findings.sort((a, b) => a.line - b.line),
    errorCount: report.errorCount,
    referenceCount: references.length,
  };
}
