/**
 * Table of the vectors of rows: as bytes, for cosines, and as sign bits, to find the nearest rows fast. Also
 * the conversion of one vector to each form.
 */
import { DIMENSIONS } from './word-vectors.ts';

const WORDS_OF_BITS = DIMENSIONS / 32;
const LARGEST_BYTE = 127;

/** The signs of a vector. */
export function signsOf(vector: Float32Array): Uint32Array {
  const signs = new Uint32Array(WORDS_OF_BITS);
  for (let word = 0; word < WORDS_OF_BITS; word += 1) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit += 1) if ((vector[word * 32 + bit] ?? 0) > 0) bits |= 1 << bit;
    signs[word] = bits;
  }
  return signs;
}

/** A vector in bytes, with its length in their unit. */
export interface ByteVector {
  bytes: Int8Array;
  length: number;
}

/** A vector whose largest number is 127. */
export function toBytes(vector: Float32Array): ByteVector {
  const bytes = new Int8Array(DIMENSIONS);
  let [largest, squares] = [0, 0];
  for (let at = 0; at < DIMENSIONS; at += 1) largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  for (let at = 0; at < DIMENSIONS && largest > 0; at += 1) {
    const byte = Math.round(((vector[at] ?? 0) / largest) * LARGEST_BYTE);
    bytes[at] = byte;
    squares += byte * byte;
  }
  return { bytes, length: Math.sqrt(squares) };
}

/** The cosine of two vectors; 0 where one of them is zero. @param from where the second begins in its bytes */
export function similarityOf({ bytes, length }: ByteVector, other: ByteVector, from = 0): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at += 1)
    sum = (sum + Math.imul(other.bytes[from + at] ?? 0, bytes[at] ?? 0)) | 0;
  return sum === 0 ? 0 : sum / (length * other.length);
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
    const { bytes, length } = toBytes(vector);
    this.#bytes.set(bytes, row * DIMENSIONS);
    this.#lengths[row] = length;
    this.#signs.set(signsOf(vector), row * WORDS_OF_BITS);
  }

  /** The cosine of a row with a vector; 0 where one of them is zero. */
  similarity(row: number, vector: ByteVector): number {
    return similarityOf(vector, { bytes: this.#bytes, length: this.#lengths[row] ?? 0 }, row * DIMENSIONS);
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
