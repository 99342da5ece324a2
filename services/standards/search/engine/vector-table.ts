/**
 * The vectors of rows, a byte for each number, for similarities; and their signs, a bit for each, by which
 * the nearest rows are found without reading the rest.
 */
import { DIMENSIONS } from './word-vectors.ts';

const WORDS_OF_BITS = DIMENSIONS / 32;
const LARGEST_BYTE = 127;

/** The signs of a vector. */
export function signsOf(vector: Float32Array): Uint32Array {
  const signs = new Uint32Array(WORDS_OF_BITS);
  for (let at = 0; at < DIMENSIONS; at += 1)
    if ((vector[at] ?? 0) > 0) signs[at >> 5] = (signs[at >> 5] ?? 0) | (1 << (at & 31));
  return signs;
}

export class VectorTable {
  readonly size: number;
  readonly #bytes: Int8Array;
  readonly #lengths: Float32Array;
  readonly #signs: Uint32Array;

  constructor(size: number) {
    this.size = size;
    this.#bytes = new Int8Array(size * DIMENSIONS);
    this.#lengths = new Float32Array(size);
    this.#signs = new Uint32Array(size * WORDS_OF_BITS);
  }

  set(row: number, vector: Float32Array): void {
    let [largest, squares] = [0, 0];
    for (let at = 0; at < DIMENSIONS; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
    if (largest === 0) return;
    const from = row * DIMENSIONS;
    for (let at = 0; at < DIMENSIONS; at += 1) {
      const byte = Math.round(((vector[at] ?? 0) / largest) * LARGEST_BYTE);
      this.#bytes[from + at] = byte;
      squares += byte * byte;
    }
    this.#lengths[row] = Math.sqrt(squares);
    this.#signs.set(signsOf(vector), row * WORDS_OF_BITS);
  }

  /** The cosine of a row with a vector of length 1. */
  similarity(row: number, vector: Float32Array): number {
    const length = this.#lengths[row] ?? 0;
    if (length === 0) return 0;
    const from = row * DIMENSIONS;
    let sum = 0;
    for (let at = 0; at < DIMENSIONS; at += 1) sum += (this.#bytes[from + at] ?? 0) * (vector[at] ?? 0);
    return sum / length;
  }

  /** Writes how many signs of each row differ from these. */
  countDifferences(signs: Uint32Array, into: Uint16Array): void {
    const all = this.#signs;
    for (let row = 0, at = 0; row < this.size; row += 1) {
      let count = 0;
      for (let word = 0; word < WORDS_OF_BITS; word += 1, at += 1) {
        count += countBits((all[at] ?? 0) ^ (signs[word] ?? 0));
      }
      into[row] = count;
    }
  }
}

function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
