/** What a person reads: one line for each file, skipped tests with their reason, failures in full at the end. */

import { inSeconds } from '../back-ends/progress.ts';
import type { Outcome } from './events.ts';
import type { FileResult } from './run-file.ts';

/** The line of one file. */
export function fileLine({ file, outcomes, milliseconds }: FileResult, width: number): string {
  const counts = (['passed', 'failed', 'skipped'] as const)
    .map((word) => [count(outcomes, word), word] as const)
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`);
  const mark = count(outcomes, 'failed') > 0 ? '✗' : '✓';
  return `${mark} ${file.padEnd(width)}  ${counts.join(', ').padEnd(22)}  ${inSeconds(milliseconds)}`;
}

/** Skipped tests by reason, then every failure with what its process wrote. */
export function closingLines(results: readonly FileResult[]): string[] {
  const lines: string[] = [];
  const reasons = new Map<string, number>();
  for (const { outcome, reason } of results.flatMap(({ outcomes }) => outcomes)) {
    if (outcome === 'skipped') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  if (reasons.size > 0) lines.push('', ...[...reasons].map(([reason, number]) => `- ${number} skipped: ${reason}`));
  for (const { file, outcomes, output } of results) {
    const failures = outcomes.filter(({ outcome }) => outcome === 'failed');
    for (const { name, reason } of failures) lines.push('', `✗ ${file}${name === file ? '' : ` › ${name}`}`, indent(reason));
    if (failures.length > 0 && output.trim() !== '') lines.push('', `  What ${file} wrote:`, indent(output.trimEnd()));
  }
  return lines;
}

/** `N passed, N failed, N skipped`. */
export function totals(results: readonly FileResult[]): string {
  const outcomes = results.flatMap((result) => result.outcomes);
  return `${count(outcomes, 'passed')} passed, ${count(outcomes, 'failed')} failed, ${count(outcomes, 'skipped')} skipped`;
}

/** Whether anything failed. */
export function hasFailures(results: readonly FileResult[]): boolean {
  return results.some(({ outcomes }) => count(outcomes, 'failed') > 0);
}

function count(outcomes: readonly Outcome[], word: Outcome['outcome']): number {
  return outcomes.filter(({ outcome }) => outcome === word).length;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
