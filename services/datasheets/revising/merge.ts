/** A revise over a version that has moved on (document 3, revise rules 6 and 7; decisions D9). */

import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Person } from '../../../shared/kernel/service/call.ts';
import { isSameJson } from '../../../shared/revisioning/canonical-json.ts';
import { BLANK_VALUE, isBlankValue, type RecordedValue } from '../../../shared/revisioning/field-value.ts';
import { mergeMembers } from '../../../shared/revisioning/merge-members.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import { findFieldState } from '../present.ts';
import { type FieldState, type FieldStates, toRecordedValue } from '../records/recorded-values.ts';

type ReviseResult = Infer<(typeof datasheets)['datasheets.revise']['returns']>;
export type MergedFieldChange = NonNullable<ReviseResult['mergedChanges']>[number];
export type ClearedField = ReviseResult['cleared'][number];

/** One field set to different values by both; each side is what is recorded (rule 7). */
export interface ReviseConflict {
  elementId: number;
  label: string;
  base: RecordedValue;
  mine: RecordedValue;
  theirs: RecordedValue;
  editedBy: Person | null;
  editedAt: string | null;
}

export interface ReviseMerge {
  /** Every field of the definition as the new revision records it; only meaningful without conflicts. */
  states: Map<number, FieldState>;
  conflicts: ReviseConflict[];
  /** Fields of the head that the changes alter. */
  changed: number;
  cleared: ClearedField[];
  /** What others changed since the base. */
  mergedChanges: MergedFieldChange[];
}

interface ReviseMergeInput {
  definition: StandardDefinition;
  base: FieldStates;
  head: FieldStates;
  /** The state asked for, of the fields sent. */
  wanted: ReadonlyMap<number, RecordedValue>;
  editor: { by: Person; at: string };
}

/**
 * Merges what the caller wants into the head. A field that was sent says how it shall be, so it conflicts wherever another save
 * changed it to something else, even if the caller only repeats what it read; fields not sent follow the head.
 */
export function mergeFieldChanges({ definition, base, head, wanted, editor }: ReviseMergeInput): ReviseMerge {
  const members = (states: FieldStates) =>
    new Map(definition.fields.map(({ field_id }) => [String(field_id), toRecordedValue(states.get(field_id) ?? BLANK_VALUE)]));
  const [before, theirs] = [members(base), members(head)];
  const mine = new Map([...before, ...[...wanted].map(([id, state]) => [String(id), state] as const)]);
  const { theirsChanged } = mergeMembers(before, theirs, mine);

  const result: ReviseMerge = { states: new Map(), conflicts: [], changed: 0, cleared: [], mergedChanges: [] };
  const others = new Set(theirsChanged);
  for (const { field_id: id, label } of definition.fields) {
    const current = findFieldState({ states: head }, id);
    const was = toRecordedValue(base.get(id) ?? BLANK_VALUE);
    const now = toRecordedValue(current);
    const edited = { editedBy: current.edited_by, editedAt: current.edited_at };
    const moved = others.has(String(id));
    if (moved) result.mergedChanges.push({ elementId: id, label, change: classifyChange(was, now), ...edited });

    const next = wanted.get(id);
    if (next === undefined || isSameJson(next, now)) {
      result.states.set(id, current);
    } else {
      if (moved) result.conflicts.push({ elementId: id, label, base: was, mine: next, theirs: now, ...edited });
      result.states.set(id, { field_id: id, ...next, edited_by: editor.by, edited_at: editor.at });
      result.changed += 1;
      if (!isBlankValue(now.value) && isBlankValue(next.value)) {
        result.cleared.push({ element_id: id, label, previous_value: now.value });
      }
    }
  }
  return result;
}

/** A value where there was none, none where there was one, or anything else that differs. */
function classifyChange(was: RecordedValue, now: RecordedValue): MergedFieldChange['change'] {
  const [had, has] = [!isBlankValue(was.value), !isBlankValue(now.value)];
  if (had === has) return 'changed';
  return has ? 'added' : 'deleted';
}
