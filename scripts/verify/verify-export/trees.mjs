/**
 * Merkle trees (RFC 9162, section 2.1) with salted leaves: their heads, and checks that a part is in one. Also
 * salted hashes of wordings.
 */
import { hash } from 'node:crypto';
import { canonical, isCount, isHash, isObject, quote, toBytes } from './json.mjs';
import { refuse } from './refusals.mjs';

/** Size and root of a tree. */
export const isTreeHead = (value) => isObject(value) && isCount(value.size) && isHash(value.root_sha256);
const digest = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer');
// What is hashed begins with its kind. Kinds 3 and 5 give seeds and salts, which no verifier derives.
const [LEAF, NODE, SALT, , WORDING] = [0, 1, 2, 3, 4].map((kind) => Buffer.from([kind]));
const hashLeaf = (salt, text) => digest(LEAF, salt, toBytes(text, 'a part'));
const hashNode = (left, right) => digest(NODE, left, right);

/** The salt of leaf number `index`. */
function saltOf(seed, index) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(index));
  return digest(SALT, seed, bytes);
}

/** The largest power of two below n. */
function splitOf(n) {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/** The root over the hashes of leaves. */
function rootOf(hashes) {
  if (hashes.length < 2) return hashes[0] ?? digest();
  const split = splitOf(hashes.length);
  return hashNode(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
}

/** The root to which a path leads from a leaf; null for a path of the wrong length. */
function rootFrom(hash, index, size, path) {
  if (size === 1) return path.length === 0 ? hash : null;
  const rest = path.slice(0, -1);
  const [last] = path.slice(-1);
  if (last === undefined) return null;
  const split = splitOf(size);
  const isLeft = index < split;
  const below = isLeft
    ? rootFrom(hash, index, split, rest)
    : rootFrom(hash, index - split, size - split, rest);
  if (below === null) return null;
  return isLeft ? hashNode(below, last) : hashNode(last, below);
}

/** Size and root of the tree over the canonical texts of its parts. @param {string} seed hexadecimal */
export function headOfTree(seed, texts) {
  const bytes = Buffer.from(seed, 'hex');
  const hashes = texts.map((text, index) => hashLeaf(saltOf(bytes, index), text));
  return { size: hashes.length, root_sha256: rootOf(hashes).toString('hex') };
}

/**
 * Whether these are a heading and the text under it, with the printed number of a clause that has one. An empty number is
 * none: it would be a second way to show the same words.
 */
export const isWording = ({ content, toc_content, label }) =>
  typeof content === 'string' &&
  typeof toc_content === 'string' &&
  (label === undefined || (typeof label === 'string' && label !== ''));

/** The salted hash of a wording. @param {string} salt hexadecimal */
export const hashWording = (salt, { content, toc_content, label }) =>
  digest(
    WORDING,
    Buffer.from(salt, 'hex'),
    toBytes(canonical({ content, toc_content, ...(label === undefined ? {} : { label }) }), 'a wording'),
  ).toString('hex');

/**
 * Checks that a clause is in the tree of a standard.
 * @throws {Refused} proof-malformed, unexpected-member, or clause-proof-broken
 */
export function checkClause(proof, { part, standard }) {
  if (part !== 'standard' || !isObject(standard) || !isTreeHead(standard.clauses))
    refuse('proof-malformed', 'A clause is proved in the tree of a standard.');
  checkInclusion(proof, standard.clauses, 'clause-proof-broken', 'The clause');
  if (proof.leaf.part !== 'clause') refuse('proof-malformed', 'The leaf of clause is another part.');
}

/**
 * Checks that the leaf of a proof is in a tree.
 * @throws {Refused} proof-malformed, unexpected-member, or with `reason` when it is not
 */
export function checkInclusion(proof, head, reason, what) {
  const { leaf, index, salt, path, ...unknown } = isObject(proof) ? proof : {};
  const isWhole =
    isObject(leaf) && isCount(index) && isHash(salt) && Array.isArray(path) && path.every(isHash);
  if (!isWhole) refuse('proof-malformed', `${what} lacks a member, or one is not well-formed.`);
  const [member] = Object.keys(unknown);
  if (member !== undefined)
    refuse('unexpected-member', `${what} has a member ${quote(member)} that is not allowed.`);
  const root =
    index < head.size && path.length <= 64
      ? rootFrom(
          hashLeaf(Buffer.from(salt, 'hex'), canonical(leaf)),
          index,
          head.size,
          path.map((hash) => Buffer.from(hash, 'hex')),
        )
      : null;
  if (root?.toString('hex') !== head.root_sha256)
    refuse(
      reason,
      `${what} does not lead to the certified root: the part, its place or its path was changed.`,
    );
}
