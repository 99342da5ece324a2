/**
 * Chooses the numbers of siblings on one level of an outline: those of the source where they can be kept, else new
 * ones in the order of the source. Pure.
 */
import { MAX_LEVEL_NUMBER } from '../../../shared/revisioning/outline/address.ts';

/**
 * A number from 1 to 9999 for each sibling, all different.
 *
 * Different valid numbers are kept, in any order. If any sibling has the number 0, all numbers are raised by one. Where
 * a number is missing, repeated or too large, that sibling and those after it get the next higher numbers, so
 * that the order of the source is kept.
 *
 * @param wanted the number that the source gives, null for none
 * @returns null when there are more than 9,999 siblings
 */
export function chooseOrdinals(wanted: readonly (number | null)[]): number[] | null {
  if (wanted.length > MAX_LEVEL_NUMBER) return null;
  const shift = wanted.includes(0) ? 1 : 0;
  const valid = wanted.map((ordinal) => {
    const shifted = ordinal === null ? null : ordinal + shift;
    return shifted !== null && shifted <= MAX_LEVEL_NUMBER ? shifted : null;
  });
  const ordinals = fillGaps(valid) ?? raise(valid);
  return Math.max(0, ...ordinals) > MAX_LEVEL_NUMBER ? wanted.map((_, index) => index + 1) : ordinals;
}

/** The numbers kept, and free ones for those that have none; null when one repeats or there is no room. */
function fillGaps(wanted: readonly (number | null)[]): number[] | null {
  const kept = wanted.filter((ordinal) => ordinal !== null);
  const used = new Set(kept);
  if (used.size < kept.length) return null;
  const highest = Math.max(0, ...kept);
  const last = wanted.findLastIndex((ordinal) => ordinal !== null);
  const ordinals: number[] = [];
  for (const [index, ordinal] of wanted.entries()) {
    const free = index > last ? highest + index - last : (ordinals[index - 1] ?? 0) + 1;
    if (ordinal === null && used.has(free)) return null;
    ordinals.push(ordinal ?? free);
    if (ordinal === null) used.add(free);
  }
  return ordinals;
}

/** Rising numbers, each at least the wanted one. */
function raise(wanted: readonly (number | null)[]): number[] {
  let last = 0;
  return wanted.map((ordinal) => {
    last = Math.max(last + 1, ordinal ?? 0);
    return last;
  });
}
