/**
 * The bound of a field: with the constraint min, max or exact its default is the smallest, largest or only value that the
 * standard allows. A value beyond it is accepted; who records it is told. Numbers are compared as they are written, so
 * that 1/3 is not less than 1/3.
 */
import type { Field, FieldValue } from './outline.ts';

export type BoundBreach = 'below' | 'above' | 'unequal';

/** Numerator and denominator. */
type Ratio = readonly [bigint, bigint];

/** A fraction or a mixed number, else a decimal. */
const FRACTION = /^([+-]?)(?:(\d+) +)?(\d+)\/(\d+)$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d+))?$/;

/**
 * How a value breaks the bound of its field.
 * @returns null where it keeps to it, where there is no bound, and where one of both is no number
 */
export function findBoundBreach(
  { constraint, default_value }: Pick<Field, 'constraint' | 'default_value'>,
  value: FieldValue,
): BoundBreach | null {
  if (constraint !== 'min' && constraint !== 'max' && constraint !== 'exact') return null;
  const [bound, given] = [readNumber(default_value), readNumber(value)];
  if (!bound || !given) return null;
  const difference = given[0] * bound[1] - bound[0] * given[1];
  if (constraint === 'exact') return difference === 0n ? null : 'unequal';
  if (constraint === 'min') return difference < 0n ? 'below' : null;
  return difference > 0n ? 'above' : null;
}

function readNumber(value: FieldValue): Ratio | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).trim();
  const fraction = FRACTION.exec(text);
  if (fraction) {
    const [, sign, whole = '0', over = '0', under = '0'] = fraction;
    const denominator = BigInt(under);
    if (denominator === 0n) return null;
    return [signed(sign, BigInt(whole) * denominator + BigInt(over)), denominator];
  }
  const decimal = DECIMAL.exec(text);
  if (!decimal) return null;
  const [, sign, before = '', after = ''] = decimal;
  if (before + after === '') return null;
  return [signed(sign, BigInt(before + after)), 10n ** BigInt(after.length)];
}

const signed = (sign: string | undefined, size: bigint): bigint => (sign === '-' ? -size : size);
