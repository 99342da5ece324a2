/**
 * Three-way merge of flat members by key, such as the fields of a project header. Equal
 * means equal canonical JSON.
 */

import { isSameJson } from '../outline/canonical-json.ts';
import { decideAxis, type Side } from './decide-axis.ts';

interface MemberConflict<V> {
  key: string;
  /** `undefined`: absent on that side. */
  base: V | undefined;
  mine: V | undefined;
  theirs: V | undefined;
}

interface MergedMembers<V> {
  /**
   * Keys in the order of theirs, then what mine added; a conflicting key has theirs until it is resolved.
   */
  merged: Map<string, V>;
  conflicts: MemberConflict<V>[];
  /** Keys whose value differs from base in theirs, removals included. */
  theirsChanged: string[];
}

/**
 * Merges members; `choices` resolves conflicts by key. Presence is part of the value: removing a key that the
 * other side changed is a conflict.
 */
export function mergeMembers<V>(
  base: ReadonlyMap<string, V>,
  theirs: ReadonlyMap<string, V>,
  mine: ReadonlyMap<string, V>,
  choices: ReadonlyMap<string, Side> = new Map(),
): MergedMembers<V> {
  const result: MergedMembers<V> = { merged: new Map(), conflicts: [], theirsChanged: [] };
  for (const key of new Set([...theirs.keys(), ...mine.keys(), ...base.keys()])) {
    const [b, t, m] = [base.get(key), theirs.get(key), mine.get(key)];
    if (!isSameJson(b, t)) result.theirsChanged.push(key);
    const decision = decideAxis(b, t, m);
    const choice = decision === 'conflict' ? choices.get(key) : undefined;
    if (decision === 'conflict' && choice === undefined)
      result.conflicts.push({ key, base: b, mine: m, theirs: t });
    const value = decision === 'mine' || choice === 'mine' ? m : t;
    if (value !== undefined) result.merged.set(key, value);
  }
  return result;
}
