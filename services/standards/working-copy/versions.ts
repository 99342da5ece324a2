/** The names and the stored form of the versions of a working copy (X7). */
import { randomBytes } from 'node:crypto';
import { packText, unpackText } from '../../../shared/kernel/database/packed.ts';
import { applyDelta, type Delta, deltaOf } from './delta.ts';
import type { Draft } from './draft.ts';
import type { VersionRecord } from './model.ts';

/** As many as can be merged with while a working copy is open, beside the first one; every version of any that people write. */
export const VERSION_LIMIT = 5_000;
/** Every so manieth version is stored whole, the others as what they changed: reading one takes so many small records at most. */
export const CHAIN = 50;

/** The version with which the chain begins that leads to this one. */
export const chainStart = (number: number): number => number - ((number - 1) % CHAIN);

/** The versions of one working copy begin alike, so that one of a closed working copy is known by a single record. */
const OPENING_CHARACTERS = 11;
const VERSION_CHARACTERS = 22;

/** What names the opening of the working copy that a version is of; null for what is no version of any. */
export const openingIn = (version: string): string | null =>
  version.length === VERSION_CHARACTERS ? version.slice(0, OPENING_CHARACTERS) : null;

/** A new version of the working copy that was opened with this one: to those who get it as opaque as any (G11). */
export const nextVersion = (opened: string): string =>
  `${opened.slice(0, OPENING_CHARACTERS)}${randomBytes(8).toString('base64url')}`;

type Stored = { outline: Draft['outline']; edits: Draft['edits'] } | { delta: Delta };

/** The stored form of a version; `before` is the version it was made from. */
export function packVersion(
  version: string,
  standardId: number,
  number: number,
  draft: Draft,
  before: Draft | null,
): VersionRecord {
  const { outline, edits } = draft;
  const isWhole = before === null || chainStart(number) === number;
  const stored: Stored = isWhole
    ? { outline: { elements: outline.elements, fields: outline.fields }, edits }
    : { delta: deltaOf(before, draft) };
  return { _id: version, standard_id: standardId, number, content: packText(JSON.stringify(stored)) };
}

/** The draft at the end of a chain; null where it does not begin with a whole version, or one in between is missing. */
export function unpackChain(records: readonly VersionRecord[]): Draft | null {
  let draft: Draft | null = null;
  let last: number | null = null;
  for (const { number, content } of records) {
    const stored: Stored = JSON.parse(unpackText(content));
    if (!('delta' in stored)) draft = stored;
    else if (draft === null || last !== number - 1) return null;
    else draft = applyDelta(draft, stored.delta);
    last = number;
  }
  return draft;
}
