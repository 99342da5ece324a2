/**
 * Merkle trees of RFC 9162 (section 2.1) over JSON parts with salted leaves: their leaves, their head and the
 * path from one leaf to the root. The format is that of docs/verification.md. Pure.
 */
import { hash } from 'node:crypto';

/** The number of leaves of a tree, and its root as 64 hexadecimal digits. */
export interface TreeHead {
  size: number;
  root_sha256: string;
}

/** What shows that a leaf is in a tree: its place, its salt, and the hashes beside its way to the root. */
export interface InclusionPath {
  index: number;
  salt: string;
  path: string[];
}

/** What is hashed begins with its kind, so that nothing can pass for another kind. */
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
const SALT = Buffer.from([2]);
const INNER_SEED = Buffer.from([3]);

const digest = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** A number as eight bytes, the highest first. */
function toBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

/**
 * The salt of a leaf. The hashes of a path cover parts that are not shown, some as short as a number; without
 * a salt they could be found by trial. Everything hashed here has one length, so plain SHA-256 is enough.
 * @param seed 64 hexadecimal digits, known to those who have all parts
 */
const saltOf = (seed: string, index: number): Buffer =>
  digest(SALT, Buffer.from(seed, 'hex'), toBytes(index));

/** The seed of an inner tree, which has this number. */
export const deriveSeed = (seed: string, number: number): string =>
  digest(INNER_SEED, Buffer.from(seed, 'hex'), toBytes(number)).toString('hex');

/** The hashes of the leaves of a tree. @param texts canonical JSON of each part */
export const hashLeaves = (seed: string, texts: readonly string[]): Buffer[] =>
  texts.map((text, index) => digest(LEAF, saltOf(seed, index), Buffer.from(text)));

/** The hashes one level up; the last one of an odd number goes up as it is. */
function hashPairs(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left) above.push(right ? digest(NODE, left, right) : left);
  }
  return above;
}

/** Size and root of a tree; the root of an empty one is the hash of nothing. */
export function headOfTree(leaves: readonly Buffer[]): TreeHead {
  let level = leaves;
  while (level.length > 1) level = hashPairs(level);
  return { size: leaves.length, root_sha256: (level[0] ?? digest()).toString('hex') };
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
    const beside = level[at % 2 === 0 ? at + 1 : at - 1];
    if (beside) path.push(beside.toString('hex'));
    at = Math.floor(at / 2);
  }
  return { index, salt: saltOf(seed, index).toString('hex'), path };
}
