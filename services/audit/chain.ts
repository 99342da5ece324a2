/**
 * Hash chain over the audit entries (README of this service), without the database: each hash covers the
 * entry and the hash before it. `ChainVerifier` checks stored entries one by one; entries missing at the end
 * show only against the head (`verification.ts`).
 */
import { hashCanonical } from '../../shared/revisioning/outline/canonical-json.ts';

/** Id and hash of the newest entry, which prove everything before it. */
export interface ChainHead {
  seq: number;
  hash: string;
}

export const GENESIS_HEAD: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * The hash of an entry: SHA-256 over the canonical JSON of the previous hash and all stored members but the
 * hash itself.
 * @throws Error for values that JSON cannot represent
 */
export const hashEntry = (previous: string, entry: object): string =>
  hashCanonical({ previous, entry: { ...entry, hash: undefined } });

/** The first mismatch; the message names the entry. */
export class BrokenChainError extends Error {}

/** Verifies stored entries one by one, in the order of their ids, in constant memory. */
export class ChainVerifier {
  /** The head after the last verified entry. */
  head: ChainHead = GENESIS_HEAD;
  entries = 0;
  /**
   * Number of entries without a hash, which are older than the chain; the hash of the next entry covers them
   * all.
   */
  unhashed = 0;

  /** @throws BrokenChainError when the entry does not follow the one before */
  verifyNext(stored: Readonly<Record<string, unknown>>): void {
    const { _id: seq, hash: storedHash } = stored;
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) {
      throw new BrokenChainError(
        `An entry with the id ${JSON.stringify(seq)} was inserted: ids are whole numbers from 1.`,
      );
    }
    const isOlder = storedHash === undefined && this.unhashed === this.entries;
    // Before the chain ids came from counters, with gaps between processes.
    if (!isOlder && seq !== this.head.seq + 1)
      throw new BrokenChainError(`Entry ${this.head.seq + 1} is missing: ${seq} comes next.`);
    if (!isOlder && typeof storedHash !== 'string')
      throw new BrokenChainError(`${describeEntry(stored)} has no hash.`);
    const mistyped = isOlder ? null : findMistypedMember(stored);
    if (mistyped !== null)
      throw new BrokenChainError(`${describeEntry(stored)} was changed: ${mistyped} has an unexpected type.`);
    const hash = hashEntry(this.head.hash, stored);
    if (!isOlder && hash !== storedHash) {
      throw new BrokenChainError(
        `${describeEntry(stored)} was changed or replaced, or the entry before it was: its hash does not match.`,
      );
    }
    this.head = { seq, hash };
    this.entries += 1;
    if (isOlder) this.unhashed += 1;
  }
}

const describeEntry = ({ _id, action, at }: Readonly<Record<string, unknown>>): string =>
  `Entry ${_id} (${[action, at instanceof Date ? at.toISOString() : at].join(', ')})`;

/**
 * The first member that is equal in JSON but not in queries, such as a time stored as text: it would hide an
 * entry from filters.
 */
function findMistypedMember({ at, ...members }: Readonly<Record<string, unknown>>): string | null {
  if (!(at instanceof Date)) return 'at';
  return Object.entries(members).find(([, value]) => !isPlainJson(value))?.[0] ?? null;
}

function isPlainJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every(isPlainJson);
  // Times have a tag of their own, other types of MongoDB name themselves.
  if (Object.prototype.toString.call(value) !== '[object Object]' || '_bsontype' in value) return false;
  return Object.values(value).every(isPlainJson);
}
