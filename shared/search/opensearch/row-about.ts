/**
 * What ranking needs of each row that it weighs, in a few bytes that OpenSearch returns without reading the row: the
 * clause above it, whether it is a note, and its vector.
 */
import type { ByteVector } from '../engine/vector-table.ts';
import { DIMENSIONS } from '../engine/word-vectors.ts';

interface About {
  /** The row of the clause above it; -1 for a field and at the top. */
  parent: number;
  isNote: boolean;
  /** Null without word vectors. */
  vector: ByteVector | null;
}

const PARENT_AT = 0;
const NOTE_AT = 4;
const LENGTH_AT = 8;
const VECTOR_AT = 12;

/** Packs these members into bytes, in base64. */
export function packAbout({ parent, isNote, vector }: About): string {
  const bytes = Buffer.alloc(vector ? VECTOR_AT + DIMENSIONS : VECTOR_AT);
  bytes.writeInt32LE(parent, PARENT_AT);
  bytes.writeUInt8(Number(isNote), NOTE_AT);
  if (vector) {
    bytes.writeFloatLE(vector.length, LENGTH_AT);
    bytes.set(new Uint8Array(vector.bytes.buffer), VECTOR_AT);
  }
  return bytes.toString('base64');
}

/** Reads what `packAbout` returned. */
export function unpackAbout(packed: string): About {
  const bytes = Buffer.from(packed, 'base64');
  const vector =
    bytes.length <= VECTOR_AT
      ? null
      : {
          bytes: new Int8Array(bytes.buffer, bytes.byteOffset + VECTOR_AT, DIMENSIONS),
          length: bytes.readFloatLE(LENGTH_AT),
        };
  return { parent: bytes.readInt32LE(PARENT_AT), isNote: bytes.readUInt8(NOTE_AT) === 1, vector };
}
