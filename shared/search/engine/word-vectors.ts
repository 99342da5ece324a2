/**
 * Vectors of texts: the weighted mean of the vectors of their tokens (wordllama, MIT), without a neural
 * network. Common tokens count less; their frequency is estimated from the rank in the vocabulary (Zipf's
 * law), not from the collection, so that a text has the same vector in every index.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../../hash.ts';
import { hasWordVectors, TOKENIZER_FILE, WEIGHTS_FILE } from './word-vector-files.ts';
import { WORD } from './words.ts';

/** Numbers of a vector. */
export const DIMENSIONS = 256;
/** The first tokens of the vocabulary are control characters and bytes. */
const FIRST_RANKED_TOKEN = 259;
/** Flattens the law for the most common tokens. */
const RANK_OFFSET = 300;
const SMOOTHING = 0.003;
/** Words of one text that count; what comes later changes its vector little. */
const MAX_WORDS = 700;
/** Longer words are keys and codes, and cost the tokenizer the square of their length. */
const MAX_WORD_CHARACTERS = 64;
/** Each takes a kilobyte. */
const MAX_CACHED_WORDS = 20_000;

export class WordVectors {
  readonly #vectors: Float16Array;
  /** By token. */
  readonly #weights: Float32Array;
  readonly #tokenizer: Tokenizer;
  readonly #words = new LRUCache<string, Float32Array>({ max: MAX_CACHED_WORDS });

  /** @throws Error for a damaged file */
  private constructor(folder: string) {
    this.#vectors = readVectors(readFileSync(join(folder, WEIGHTS_FILE)));
    this.#weights = weighTokens(this.#vectors.length / DIMENSIONS);
    this.#tokenizer = new Tokenizer(JSON.parse(readFileSync(join(folder, TOKENIZER_FILE), 'utf8')), {});
  }

  /** The vectors of a folder; null when its files are not there. */
  static load(folder: string): WordVectors | null {
    return hasWordVectors(folder) ? new WordVectors(folder) : null;
  }

  /** Tells the vectors of a folder from others; '' where there are none. */
  static digestOf(folder: string): string {
    return hasWordVectors(folder) ? sha256(readFileSync(join(folder, WEIGHTS_FILE))) : '';
  }

  /** The vector of a text, of length 1; zero for a text without words. */
  embed(text: string): Float32Array {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of (text.normalize('NFC').match(WORD) ?? []).slice(0, MAX_WORDS)) {
      const vector = this.#vectorOf(word.slice(0, MAX_WORD_CHARACTERS));
      for (let at = 0; at < DIMENSIONS; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
    }
    return normalise(sum);
  }

  /** The weighted sum of the vectors of its tokens. */
  #vectorOf(word: string): Float32Array {
    const known = this.#words.get(word);
    if (known) return known;
    const vector = new Float32Array(DIMENSIONS);
    for (const token of this.#tokenizer.encode(word, { add_special_tokens: false }).ids) {
      const [weight, from] = [this.#weights[token] ?? 0, token * DIMENSIONS];
      for (let at = 0; at < DIMENSIONS; at += 1)
        vector[at] = (vector[at] ?? 0) + weight * (this.#vectors[from + at] ?? 0);
    }
    this.#words.set(word, vector);
    return vector;
  }
}

/** The weight of each token. */
const weighTokens = (count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, token) => {
    const rank = Math.max(1, token - FIRST_RANKED_TOKEN + RANK_OFFSET);
    const probability = 1 / (rank * Math.log(count));
    return SMOOTHING / (SMOOTHING + probability);
  });

/** The one table of a safetensors file: the length of a JSON header, the header, the numbers. */
function readVectors(file: Buffer): Float16Array {
  const start = 8 + Number(file.readBigUInt64LE(0));
  return new Float16Array(file.buffer.slice(file.byteOffset + start, file.byteOffset + file.length));
}

function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < DIMENSIONS; at += 1) squares += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  for (let at = 0; at < DIMENSIONS && length > 0; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}
