/**
 * Three-way decision on one value, and on each axis of a clause: follow mine, theirs, both are the same, or conflict.
 * The merges of working copies, customised copies and project headers use it.
 */
import { isSameJson } from '../outline/canonical-json.ts';
import { type Clause, type ClauseAxis, isSamePlace } from '../outline/clause.ts';
import type { Element } from '../outline/outline.ts';

export type Side = 'theirs' | 'mine';

/**
 * `same`: both sides are equal (untouched, or changed alike); `theirs`, `mine`: only that side changed it.
 */
export type AxisDecision = 'same' | Side | 'conflict';

/** Decides one axis: a conflict only where both sides changed it differently. `undefined` means absent. */
export function decideAxis<T>(
  base: T,
  theirs: T,
  mine: T,
  isSame: (left: T, right: T) => boolean = isSameJson,
): AxisDecision {
  if (isSame(theirs, mine)) return 'same';
  if (isSame(base, mine)) return 'theirs';
  if (isSame(base, theirs)) return 'mine';
  return 'conflict';
}

/** The axes that are decided from one clause, without the others. */
export type WordingAxis = Exclude<ClauseAxis, 'place'>;

/** `decideClause` without the place. */
export function decideWording(
  base: Element | undefined,
  theirs: Element,
  mine: Element,
): Record<WordingAxis, AxisDecision> {
  return {
    text: decideAxis(base?.content, theirs.content, mine.content, Object.is),
    heading: decideAxis(base?.toc_content, theirs.toc_content, mine.toc_content, Object.is),
    label: decideAxis(base?.label, theirs.label, mine.label, Object.is),
    kind: decideAxis(base?.kind, theirs.kind, mine.kind, Object.is),
  };
}

/**
 * The side to follow on each axis of a clause that both sides have; `base` is undefined when both added it.
 */
export function decideClause(
  base: Clause | undefined,
  theirs: Clause,
  mine: Clause,
): Record<ClauseAxis, AxisDecision> {
  return {
    ...decideWording(base?.element, theirs.element, mine.element),
    place: decideAxis<Clause | undefined>(
      base,
      theirs,
      mine,
      (x, y) => x === y || (!!x && !!y && isSamePlace(x, y)),
    ),
  };
}
