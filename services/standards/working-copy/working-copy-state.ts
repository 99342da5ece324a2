/**
 * The state of a working copy at one version: its outline, and who edited which clause. Also the hash of a clause (kind,
 * label, heading, text), which a save sends back to prove which text it has read.
 */
import { hashElement } from '../../../shared/revisioning/outline/content-hash.ts';
import type { Element, Outline } from '../../../shared/revisioning/outline/outline.ts';
import type { ClauseEdit } from './clause-edits.ts';

/** Cached and shared: do not modify. */
export interface WorkingCopyState {
  outline: Outline;
  /** The edits of clauses since the working copy was opened. */
  edits: readonly ClauseEdit[];
}

const mergeKeys = new WeakMap<Element, string>();

/** The merge key of a clause, cached because most clauses are the same objects in many versions. */
export function mergeKeyOf(element: Element): string {
  const cached = mergeKeys.get(element);
  if (cached !== undefined) return cached;
  const key = hashElement(element);
  mergeKeys.set(element, key);
  return key;
}
