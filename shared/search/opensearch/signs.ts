/**
 * The signs of vectors in OpenSearch, and the script that compares them: which rows are next in meaning is found exactly, in
 * a scan of all rows of a search. Each number that the script looks up for a row takes a tenth of its time, so they are few.
 */
import { signsOf } from '../engine/vector-table.ts';
import { DIMENSIONS } from '../engine/word-vectors.ts';

/** JSON has no larger whole numbers that everybody reads alike. */
const BITS = 52;

/** The members of `signs` in a row. */
export const SIGN_FIELDS = Array.from({ length: Math.ceil(DIMENSIONS / BITS) }, (_, at) => `w${at}`);

/** The signs of a vector in whole numbers. */
export function toSigns(vector: Float32Array): Record<string, number> {
  const words = signsOf(vector);
  const numbers = SIGN_FIELDS.map(() => 0);
  for (let at = 0; at < DIMENSIONS; at += 1)
    if (((words[at >> 5] ?? 0) >>> (at & 31)) & 1) {
      const number = Math.floor(at / BITS);
      numbers[number] = (numbers[number] ?? 0) + 2 ** (at % BITS);
    }
  return Object.fromEntries(SIGN_FIELDS.map((name, at) => [name, numbers[at] ?? 0]));
}

const differences = SIGN_FIELDS.map(
  (name) => `Long.bitCount(doc['signs.${name}'].value ^ ((Number) params.${name}).longValue())`,
);

/** How many signs each row has in common with the parameters, which `toSigns` returns. */
export const SIGNS_IN_COMMON = `return ${DIMENSIONS} - ${differences.join(' - ')};`;
