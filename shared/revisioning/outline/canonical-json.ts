/**
 * Canonical JSON (RFC 8785), its SHA-256, and equality of JSON values under it: for certificates, the audit chain,
 * merge plans and idempotency. Content hashes of standards: `content-hash.ts`.
 */
import canonicalize from 'canonicalize';
import { sha256 } from '../../hash.ts';

/**
 * The RFC 8785 text of a JSON value.
 * @throws Error for what I-JSON cannot represent: NaN, infinities, lone surrogates, and `undefined` at the top
 */
export function toCanonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('Not a JSON value');
  return text;
}

/**
 * SHA-256 over the canonical JSON of any JSON value. For outlines `hashContent` gives the same far cheaper.
 */
export function hashCanonical(value: unknown): string {
  return sha256(toCanonicalJson(value));
}

/**
 * True when two JSON values have the same canonical JSON: key order does not matter, an `undefined` member
 * counts as absent. Compares in place instead of building both texts.
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSameJson(item, right[index]));
  }
  const theirs = new Map(Object.entries(right).filter(([, value]) => value !== undefined));
  let members = 0;
  for (const [key, value] of Object.entries(left)) {
    if (value === undefined) continue;
    members += 1;
    if (!theirs.has(key) || !isSameJson(value, theirs.get(key))) return false;
  }
  return members === theirs.size;
}
