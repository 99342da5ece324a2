/** A version of a working copy in memory. */
import { hashElement } from '../../../shared/revisioning/content-hash.ts';
import type { Element, Outline } from '../../../shared/revisioning/outline.ts';
import type { ClauseEdit } from './clause-edits.ts';

/** What a version holds. Shared between readers: nobody may change it. */
export interface WorkingCopyState {
  outline: Outline;
  /** Who changed which clauses since the working copy was opened. */
  edits: readonly ClauseEdit[];
}

const mergeKeys = new WeakMap<Element, string>();

/** The merge key of a clause. Most clauses stay as they are from version to version; each is hashed once. */
export function mergeKeyOf(element: Element): string {
  const known = mergeKeys.get(element);
  if (known !== undefined) return known;
  const key = hashElement(element);
  mergeKeys.set(element, key);
  return key;
}
