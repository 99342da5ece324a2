/** Ids and stored form (whole or difference) of versions of a working copy, and the number kept. */
import { randomBytes } from 'node:crypto';
import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import type { WorkingCopyVersionRecord } from './model.ts';
import { applyDelta, computeDelta, type VersionDelta } from './version-delta.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

/**
 * Number of versions stored while a working copy is open, besides the first: a save based on an older one
 * cannot be merged.
 */
export const VERSION_LIMIT = 5_000;
/**
 * Versions in a chain: the first is stored whole, the others as differences. Reading a version takes at most as many
 * records.
 */
export const CHAIN_LENGTH = 50;

/** Number of the whole version at the start of a chain. */
export const chainStart = (number: number): number => number - ((number - 1) % CHAIN_LENGTH);

/**
 * The versions of a working copy share a prefix, so that one record identifies those of a closed working
 * copy.
 */
const PREFIX_CHARACTERS = 11;
const VERSION_CHARACTERS = 22;

/** The prefix of a version; null for a text that is not a version. */
export const workingCopyPrefix = (version: string): string | null =>
  version.length === VERSION_CHARACTERS ? version.slice(0, PREFIX_CHARACTERS) : null;

/** A new version of a working copy: opaque to callers. @param opened its first version */
export const nextVersion = (opened: string): string =>
  `${opened.slice(0, PREFIX_CHARACTERS)}${randomBytes(8).toString('base64url')}`;

type StoredVersion =
  | { outline: WorkingCopyState['outline']; edits: WorkingCopyState['edits'] }
  | { delta: VersionDelta };

/** The stored form of a version. @param before the state of the version before; null for the first */
export function packVersion(
  version: string,
  standardId: number,
  number: number,
  state: WorkingCopyState,
  before: WorkingCopyState | null,
): WorkingCopyVersionRecord {
  const { outline, edits } = state;
  const isWhole = before === null || chainStart(number) === number;
  const stored: StoredVersion = isWhole
    ? { outline: { elements: outline.elements, fields: outline.fields }, edits }
    : { delta: computeDelta(before, state) };
  return { _id: version, standard_id: standardId, number, content: compressText(JSON.stringify(stored)) };
}

/** The state at the end of a chain; null when the chain does not start with a whole version, or has a gap. */
export function unpackChain(records: readonly WorkingCopyVersionRecord[]): WorkingCopyState | null {
  let state: WorkingCopyState | null = null;
  let last: number | null = null;
  for (const { number, content } of records) {
    const stored: StoredVersion = JSON.parse(decompressText(content));
    if (!('delta' in stored)) state = stored;
    else if (state === null || last !== number - 1) return null;
    else state = applyDelta(state, stored.delta);
    last = number;
  }
  return state;
}
