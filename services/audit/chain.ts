/**
 * The hash chain over the audit entries: what is stored of an entry is hashed together with the hash of the entry before it, so that
 * nobody changes, removes, inserts or exchanges one without changing every hash that follows. Source: README of this service, H40.
 */
import { hashCanonical } from '../../shared/revisioning/canonical.ts';

/** The newest entry of the chain: its id and its hash stand for everything before it. */
export interface Head {
  seq: number;
  hash: string;
}

/** What stands before the first entry. */
export const BEGINNING: Head = { seq: 0, hash: '0'.repeat(64) };

/**
 * The hash of an entry: SHA-256 over the canonical JSON of the hash before it and of all that is stored of it but its own hash.
 * @throws Error for what JSON cannot hold
 */
export const linkHash = (previous: string, entry: object): string =>
  hashCanonical({ previous, entry: { ...entry, hash: undefined } });

/** The first thing that is not as the chain says; the message names the entry. */
export class Broken extends Error {}

/** Follows the stored entries in the order of their ids, keeping nothing but where it stands. */
export class ChainWalk {
  /** Where the chain stands after the last entry. */
  head: Head = BEGINNING;
  entries = 0;
  /** How many carry no hash because they are older than the chain; the hash of the one after them covers them all. */
  older = 0;

  /** @throws Broken when it does not follow what came before */
  follow(stored: Readonly<Record<string, unknown>>): void {
    const { _id: seq, hash: written } = stored;
    if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) {
      throw new Broken(`An entry with the id ${JSON.stringify(seq)} was inserted: ids are whole numbers from 1.`);
    }
    const isOlder = written === undefined && this.older === this.entries;
    // Ids came from a counter before the chain began, with gaps between processes.
    if (!isOlder && seq !== this.head.seq + 1) throw new Broken(`Entry ${this.head.seq + 1} is missing: ${seq} comes next.`);
    if (!isOlder && typeof written !== 'string') throw new Broken(`${named(stored)} has no hash.`);
    const odd = isOlder ? null : findOdd(stored);
    if (odd !== null) throw new Broken(`${named(stored)} was changed: ${odd} is of another kind than what is written.`);
    const hash = linkHash(this.head.hash, stored);
    if (!isOlder && hash !== written) {
      throw new Broken(
        `${named(stored)} was changed or exchanged, or the one before it was: its hash does not follow from what they say.`,
      );
    }
    this.head = { seq, hash };
    this.entries += 1;
    if (isOlder) this.older += 1;
  }
}

const named = ({ _id, action, at }: Readonly<Record<string, unknown>>): string =>
  `Entry ${_id} (${[action, at instanceof Date ? at.toISOString() : at].join(', ')})`;

/** The first member that JSON shows alike but a query does not, such as a time kept as text: it would hide an entry from a filter. */
function findOdd({ at, ...told }: Readonly<Record<string, unknown>>): string | null {
  if (!(at instanceof Date)) return 'at';
  return Object.entries(told).find(([, value]) => !isPlain(value))?.[0] ?? null;
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined;
  if (Array.isArray(value)) return value.every(isPlain);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
