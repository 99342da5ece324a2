/**
 * Merkle trees of RFC 9162 (section 2.1) over JSON parts with salted leaves: their leaves, their head and the
 * path from one leaf to the root; and the salted hash of a wording. The format is that of
 * docs/verification.md. Pure but for new seeds.
 */
import { hash, randomBytes } from 'node:crypto';
import { sha256 } from './hash.ts';
import { labelMember } from './revisioning/outline/outline.ts';

/** The number of leaves of a tree, and its root as 64 hexadecimal digits. */
export interface TreeHead {
  size: number;
  root_sha256: string;
}

/** What shows that a leaf is in a tree: its place, its salt, and the sibling hashes on its way to the root. */
export interface InclusionPath {
  index: number;
  salt: string;
  path: string[];
}

/** A tree as it is kept with the sealed record: its head, and the seed of its salts, which stays secret. */
export interface SealedTree extends TreeHead {
  seed: string;
}

/** A heading and the text under it, with the printed number of a clause that has one. */
interface Wording {
  content: string;
  label?: string | undefined;
  toc_content: string;
}

/** What is hashed begins with its kind, so that nothing can pass for another kind. Kind 3 is not used. */
const LEAF = 0;
const NODE = 1;
const SALT = 2;
const WORDING = Buffer.from([4]);
const WORDING_SALT = 5;

const SEED_BYTES = 32;
const HASH_BYTES = 32;

/**
 * A hash as a text of one character for each byte: node:crypto gives it in a quarter of the time of a buffer, and a tree
 * has three for each leaf.
 */
type ByteText = string;

const digest = (message: Buffer): ByteText => hash('sha256', message, 'binary');

const toHex = (bytes: ByteText): string => Buffer.from(bytes, 'latin1').toString('hex');

/** A seed of salts: 64 random hexadecimal digits. */
export const newSeed = (): string => randomBytes(SEED_BYTES).toString('hex');

/**
 * Salts from a seed. The hashes of a path cover parts that are not shown, some as short as a number; without
 * a salt they could be found by trial. Everything hashed here has one length, so plain SHA-256 is enough.
 */
function saltsOf(kind: number, seed: string): (index: number) => ByteText {
  const message = Buffer.alloc(1 + SEED_BYTES + 8);
  message.writeUInt8(kind);
  message.write(seed, 1, 'hex');
  return (index) => {
    message.writeBigUInt64BE(BigInt(index), 1 + SEED_BYTES);
    return digest(message);
  };
}

/** The salt of a wording, which has this number among those of its seed: 64 hexadecimal digits. */
export const saltOfWording = (seed: string, index: number): string =>
  toHex(saltsOf(WORDING_SALT, seed)(index));

/** The salted hash of a wording: 64 hexadecimal digits, from which nobody without the salt can tell a guess. */
export function hashWording(salt: string, { content, label, toc_content }: Wording): string {
  const words = JSON.stringify({ content, ...labelMember(label), toc_content });
  return sha256(Buffer.concat([WORDING, Buffer.from(salt, 'hex'), Buffer.from(words)]));
}

/** The hashes of the leaves of a tree. @param texts canonical JSON of each part */
export function hashLeaves(seed: string, texts: readonly string[]): ByteText[] {
  const saltOf = saltsOf(SALT, seed);
  return texts.map((text, index) => {
    const message = Buffer.allocUnsafe(1 + HASH_BYTES + Buffer.byteLength(text));
    message.writeUInt8(LEAF);
    message.write(saltOf(index), 1, 'latin1');
    message.write(text, 1 + HASH_BYTES);
    return digest(message);
  });
}

/** The hashes one level up; the last one of an odd number goes up as it is. */
function hashPairs(level: readonly ByteText[]): ByteText[] {
  const above: ByteText[] = [];
  const message = Buffer.alloc(1 + 2 * HASH_BYTES);
  message.writeUInt8(NODE);
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at];
    const right = level[at + 1];
    if (left !== undefined && right !== undefined) {
      message.write(left, 1, 'latin1');
      message.write(right, 1 + HASH_BYTES, 'latin1');
      above.push(digest(message));
    } else if (left !== undefined) above.push(left);
  }
  return above;
}

/** Size and root of a tree; the root of an empty one is the hash of nothing. */
export function computeTreeHead(leaves: readonly ByteText[]): TreeHead {
  let level = leaves;
  while (level.length > 1) level = hashPairs(level);
  return { size: leaves.length, root_sha256: toHex(level[0] ?? digest(Buffer.alloc(0))) };
}

/**
 * What shows that a part is at this index of the tree of all parts.
 * @param texts canonical JSON of each part
 * @throws RangeError for an index outside
 */
export function proveInclusion(seed: string, texts: readonly string[], index: number): InclusionPath {
  if (index < 0 || index >= texts.length) throw new RangeError(`no part ${index} of ${texts.length}`);
  const path: string[] = [];
  let at = index;
  for (let level = hashLeaves(seed, texts); level.length > 1; level = hashPairs(level)) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    if (sibling !== undefined) path.push(toHex(sibling));
    at = Math.floor(at / 2);
  }
  return { index, salt: toHex(saltsOf(SALT, seed)(index)), path };
}
