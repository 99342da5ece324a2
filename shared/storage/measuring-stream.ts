/**
 * Pass-through stream that measures size and SHA-256 of stored bytes and keeps the first bytes, for uploads
 * and the object stores.
 */
import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Size and hash of stored bytes. */
export interface StoredObject {
  size: number;
  /** SHA-256, 64 hexadecimal digits. */
  sha256: string;
}

export class MeasuringStream extends Transform {
  readonly #hash = createHash('sha256');
  readonly #maxHeadBytes: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #size = 0;

  /** @param maxHeadBytes number of first bytes to keep */
  constructor(maxHeadBytes = 0) {
    super();
    this.#maxHeadBytes = maxHeadBytes;
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, data: Buffer) => void,
  ): void {
    this.#size += chunk.length;
    this.#hash.update(chunk);
    if (this.#headBytes < this.#maxHeadBytes) {
      const piece = chunk.subarray(0, this.#maxHeadBytes - this.#headBytes);
      this.#head.push(piece);
      this.#headBytes += piece.length;
    }
    done(null, chunk);
  }

  /** The first bytes. */
  get head(): Buffer {
    return Buffer.concat(this.#head, this.#headBytes);
  }

  /** Size and SHA-256 of the stream; to be called once, after its end. */
  summary(): StoredObject {
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }
}
