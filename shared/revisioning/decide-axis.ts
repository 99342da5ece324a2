/**
 * Three-way decision on one value: follow mine, theirs, both are the same, or conflict (decisions S18, S26,
 * P5; architecture §3). The merges of working copies, customised copies and project headers use it.
 */
import { isSameJson } from './canonical-json.ts';

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
