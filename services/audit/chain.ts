/**
 * The hash chain over the audit entries: what is stored of an entry is hashed together with the hash of the entry before it, so that
 * nobody changes, removes, inserts or exchanges one without changing every hash that follows. Source: README of this service, H40.
 */
import { hashCanonical } from '../../shared/revisioning/canonical-json.ts';

/** The newest entry of the chain: its id and its hash stand for everything before it. */
export interface ChainHead {
  seq: number;
  hash: string;
}

/** What stands before the first entry. */
export const GENESIS_HEAD: ChainHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * The hash of an entry: SHA-256 over the canonical JSON of the hash before it and of all that is stored of it but its own hash.
 * @throws Error for what JSON cannot hold
 */
export const hashEntry = (previous: string, entry: object): string =>
  hashCanonical({ previous, entry: { ...entry, hash: undefined } });

/** The first thing that is not as the chain says; the message names the entry. */
export class BrokenChainError extends Error {}

/** Follows the stored entries in the order of their ids, keeping nothing but where it stands. */
export class ChainVerifier {
  /** Where the chain stands after the last entry. */
  head: ChainHead = GENESIS_HEAD;
  entries = 0;
  /** How many carry no hash because they are older than the chain; the hash of the one after them covers them all. */
  unhashed = 0;

  /** @throws Broken when it does not follow what came before */
  verifyNext(stored: Readonly<Record<string, unknown>>): void {
    const { _id: seq, hash: written } = stored;
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) {
      throw new BrokenChainError(`An entry with the id ${JSON.stringify(seq)} was inserted: ids are whole numbers from 1.`);
    }
    const isOlder = written === undefined && this.unhashed === this.entries;
    // Ids came from a counter before the chain began, with gaps between processes.
    if (!isOlder && seq !== this.head.seq + 1)
      throw new BrokenChainError(`Entry ${this.head.seq + 1} is missing: ${seq} comes next.`);
    if (!isOlder && typeof written !== 'string') throw new BrokenChainError(`${describeEntry(stored)} has no hash.`);
    const odd = isOlder ? null : findMistypedMember(stored);
    if (odd !== null) throw new BrokenChainError(`${describeEntry(stored)} was changed: ${odd} has an unexpected type.`);
    const hash = hashEntry(this.head.hash, stored);
    if (!isOlder && hash !== written) {
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

/** The first member that JSON shows alike but a query does not, such as a time kept as text: it would hide an entry from a filter. */
function findMistypedMember({ at, ...told }: Readonly<Record<string, unknown>>): string | null {
  if (!(at instanceof Date)) return 'at';
  return Object.entries(told).find(([, value]) => !isPlainJson(value))?.[0] ?? null;
}

function isPlainJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every(isPlainJson);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlainJson);
}
