/** Length of a text in code points, as all limits of characters count it. */

/** The number of code points. */
export function countCodePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** Whether a text has more than `max` characters. Most texts need no counting: they have fewer code units. */
export const isLongerThan = (value: string, max: number): boolean =>
  value.length > max && countCodePoints(value) > max;
