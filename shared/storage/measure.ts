/** Learns size, fingerprint and first bytes of a stream while it passes. */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import type { StoredBytes } from './object-store.ts';

export class Measure extends Transform {
  readonly #hash = createHash('sha256');
  readonly #keep: number;
  readonly #head: Buffer[] = [];
  #kept = 0;
  #size = 0;

  /** @param keep how many of the first bytes to remember */
  constructor(keep = 0) {
    super();
    this.#keep = keep;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: Error | null, data: Buffer) => void): void {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    if (this.#kept < this.#keep) {
      const piece = chunk.subarray(0, this.#keep - this.#kept);
      this.#head.push(piece);
      this.#kept += piece.length;
    }
    done(null, chunk);
  }

  /** The first bytes. */
  get head(): Buffer {
    return Buffer.concat(this.#head, this.#kept);
  }

  /** Size and SHA-256 of all that passed; ask once, after the end. */
  finish(): StoredBytes {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
