/**
 * The file that `spec push` writes for a conflict: what both sides have alike once, and both texts between markers where
 * they differ. Also the check that no marker is left.
 */

import type { Outline } from '../../shared/revisioning/outline/outline.ts';
import { findChanges } from '../../shared/text/list-changes.ts';
import { writeOutline } from './local-text.ts';

const MINE = '<<<<<<< mine';
const BETWEEN = '=======';
const THEIRS = '>>>>>>> server';
const MARKER = /^(?:<{7} mine|>{7} server)(?:$|:)/;

/** The clauses of an outline, each as its text with its fields. */
function blocksOf({ elements, fields }: Outline): string[] {
  const fieldsOf = Map.groupBy(fields, ({ element_id }) => element_id);
  return elements.map((element) =>
    writeOutline({ elements: [element], fields: fieldsOf.get(element.element_id) ?? [] }).trimEnd(),
  );
}

/**
 * Both sides in one text.
 * @param author who wrote that of the service and when, on one line
 */
export function writeConflict(mine: Outline, theirs: Outline, author: string): string {
  const [a, b] = [blocksOf(mine), blocksOf(theirs)];
  const { changes } = findChanges(a, b);
  const parts: string[] = [];
  let at = 0;
  for (const change of changes) {
    parts.push(...a.slice(at, change.a));
    const [own, other] = [a.slice(change.a, change.aEnd), b.slice(change.b, change.bEnd)];
    parts.push([`${MINE}: your text`, ...own, BETWEEN, ...other, `${THEIRS}: ${author}`].join('\n\n'));
    at = change.aEnd;
  }
  parts.push(...a.slice(at));
  return `${parts.join('\n\n')}\n`;
}

/**
 * The lines, from 1, on which a marker is left.
 * @param base what the text was edited from: unless both sides of a conflict were written, a line that it has as well is
 *   no marker; the line between two sides, which may underline a heading, never is
 */
export function findMarkers(text: string, base: string, hasConflict: boolean): number[] {
  const known = new Set(base.split('\n'));
  const isMarker = (line: string): boolean =>
    hasConflict
      ? MARKER.test(line) || (line === BETWEEN && !known.has(line))
      : MARKER.test(line) && !known.has(line);
  return text.split(/\r\n|[\r\n]/).flatMap((line, at) => (isMarker(line) ? [at + 1] : []));
}
