/**
 * Functions on outline addresses such as `2.1.3`: validity, order, parent, children, free numbers (12
 * levels, 1 to 9999 on each). Levels have no leading zero, so that "0.5 mm" is text.
 */

export const MAX_LEVELS = 12;
export const MAX_LEVEL_NUMBER = 9_999;

const ADDRESS = /^[1-9]\d{0,3}(?:\.[1-9]\d{0,3}){0,11}$/;

/** True when `text` is a valid address within these limits. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The address one level up, or null at the top level. */
export function parentOf(address: string): string | null {
  const dot = address.lastIndexOf('.');
  return dot === -1 ? null : address.slice(0, dot);
}

/** The last level of the address: its number among its siblings. */
export function ordinalOf(address: string): number {
  let ordinal = 0;
  for (let at = address.lastIndexOf('.') + 1; at < address.length; at++)
    ordinal = ordinal * 10 + address.charCodeAt(at) - 48;
  return ordinal;
}

/** The address of child number `ordinal` below `parent` (null: the top level). */
export function childOf(parent: string | null, ordinal: number): string {
  return parent === null ? String(ordinal) : `${parent}.${ordinal}`;
}

/** Number of levels: 1 for a top-level section. */
export function depthOf(address: string): number {
  let levels = 1;
  for (let at = address.indexOf('.'); at !== -1; at = address.indexOf('.', at + 1)) levels += 1;
  return levels;
}

/** The addresses above this one, outermost first: `2.1.3` gives `2`, `2.1`. */
export function ancestorsOf(address: string): string[] {
  const ancestors: string[] = [];
  for (let at = address.indexOf('.'); at !== -1; at = address.indexOf('.', at + 1))
    ancestors.push(address.slice(0, at));
  return ancestors;
}

/** True when `address` lies somewhere below `ancestor`. */
export function isBelow(address: string, ancestor: string): boolean {
  return (
    address.length > ancestor.length &&
    address.charCodeAt(ancestor.length) === DOT &&
    address.startsWith(ancestor)
  );
}

const DOT = 46;

/**
 * Numeric outline order: a parent before its children, `2.9` before `2.10`. For use with `sort`. Reads digits
 * in place, because sorting 10,000 addresses by splitting them costs more than merging them.
 */
export function compareAddresses(left: string, right: string): number {
  let i = 0;
  let j = 0;
  while (i < left.length && j < right.length) {
    let a = 0;
    let b = 0;
    for (; i < left.length && left.charCodeAt(i) !== DOT; i++) a = a * 10 + left.charCodeAt(i) - 48;
    for (; j < right.length && right.charCodeAt(j) !== DOT; j++) b = b * 10 + right.charCodeAt(j) - 48;
    if (a !== b) return a - b;
    i += 1;
    j += 1;
  }
  // One ran out: the shorter is the ancestor, and both running out means that they are equal.
  return left.length - i - (right.length - j);
}

/**
 * The first free number after `ordinal` among the siblings whose numbers are `used` (a clause
 * that loses its address moves there). May pass MAX_LEVEL_NUMBER; the validity check reports that.
 */
export function nextFreeOrdinal(ordinal: number, used: { has(ordinal: number): boolean }): number {
  let next = ordinal + 1;
  while (used.has(next)) next += 1;
  return next;
}
