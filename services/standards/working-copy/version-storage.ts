/** The names and the stored form of the versions of a working copy (X7). */
import { randomBytes } from 'node:crypto';
import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import type { WorkingCopyVersionRecord } from './model.ts';
import { applyDelta, computeDelta, type VersionDelta } from './version-delta.ts';
import type { WorkingCopyState } from './working-copy-state.ts';

/** As many as can be merged with while a working copy is open, beside the first one; every version of any that people write. */
export const VERSION_LIMIT = 5_000;
/** Every so manieth version is stored whole, the others as what they changed: reading one takes so many small records at most. */
export const CHAIN_LENGTH = 50;

/** The version with which the chain begins that leads to this one. */
export const chainStart = (number: number): number => number - ((number - 1) % CHAIN_LENGTH);

/** The versions of one working copy begin alike, so that one of a closed working copy is known by a single record. */
const PREFIX_CHARACTERS = 11;
const VERSION_CHARACTERS = 22;

/** What names the opening of the working copy that a version is of; null for what is no version of any. */
export const workingCopyPrefix = (version: string): string | null =>
  version.length === VERSION_CHARACTERS ? version.slice(0, PREFIX_CHARACTERS) : null;

/** A new version of the working copy that was opened with this one: to those who get it as opaque as any (G11). */
export const nextVersion = (opened: string): string =>
  `${opened.slice(0, PREFIX_CHARACTERS)}${randomBytes(8).toString('base64url')}`;

type StoredVersion = { outline: WorkingCopyState['outline']; edits: WorkingCopyState['edits'] } | { delta: VersionDelta };

/** The stored form of a version; `before` is the version it was made from. */
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

/** The state at the end of a chain; null where it does not begin with a whole version, or one in between is missing. */
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
