/**
 * Merges the field changes of a revise, made on an older revision, into the current one: the new states, or the
 * fields that both changed to different values. Pure.
 */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { isSameJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import {
  BLANK_VALUE,
  isBlankValue,
  type RecordedValue,
} from '../../../shared/revisioning/outline/field-value.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import { findFieldState } from '../present.ts';
import { type FieldState, type FieldStates, toRecordedValue } from '../records/recorded-values.ts';

type ReviseResult = Infer<(typeof datasheets)['datasheets.revise']['returns']>;
type MergedFieldChange = NonNullable<ReviseResult['mergedChanges']>[number];
type FieldChange = ReviseResult['changes'][number];
type ClearedField = ReviseResult['cleared'][number];

/** A field changed to different values by both, with the three recorded states. */
export interface ReviseConflict {
  elementId: number;
  label: string;
  base: RecordedValue;
  mine: RecordedValue;
  theirs: RecordedValue;
  editedBy: Person | null;
  editedAt: string | null;
}

interface ReviseMerge {
  /** Every field of the definition in the new revision; only meaningful without conflicts. */
  states: Map<number, FieldState>;
  conflicts: ReviseConflict[];
  /** Number of fields of the head that the changes alter. */
  changed: number;
  /** Those fields, in outline order. */
  changes: FieldChange[];
  cleared: ClearedField[];
  /** Changes by others since the base. */
  mergedChanges: MergedFieldChange[];
}

interface ReviseMergeInput {
  definition: StandardDefinition;
  base: FieldStates;
  head: FieldStates;
  /** The requested states of the fields sent. */
  requested: ReadonlyMap<number, RecordedValue>;
  editor: { by: Person; at: string };
}

/**
 * Merges the requested states into the head. A field that was sent conflicts with any different change of
 * another save, even when the caller only repeats the value it read; fields that were not sent follow the
 * head.
 */
export function mergeFieldChanges({
  definition,
  base,
  head,
  requested,
  editor,
}: ReviseMergeInput): ReviseMerge {
  const result: ReviseMerge = {
    states: new Map(),
    conflicts: [],
    changed: 0,
    changes: [],
    cleared: [],
    mergedChanges: [],
  };
  for (const { field_id: id, label, address } of definition.fields) {
    const current = findFieldState({ states: head }, id);
    const was = toRecordedValue(base.get(id) ?? BLANK_VALUE);
    const now = toRecordedValue(current);
    const edited = { editedBy: current.edited_by, editedAt: current.edited_at };
    const isTheirs = !isSameJson(was, now);
    if (isTheirs)
      result.mergedChanges.push({ elementId: id, label, change: classifyChange(was, now), ...edited });

    const next = requested.get(id);
    if (next === undefined || isSameJson(next, now)) {
      result.states.set(id, current);
    } else {
      if (isTheirs)
        result.conflicts.push({ elementId: id, label, base: was, mine: next, theirs: now, ...edited });
      result.states.set(id, { field_id: id, ...next, edited_by: editor.by, edited_at: editor.at });
      result.changed += 1;
      result.changes.push({ element_id: id, label, address, from: now, to: next });
      if (!isBlankValue(now.value) && isBlankValue(next.value)) {
        result.cleared.push({ element_id: id, label, previous_value: now.value });
      }
    }
  }
  return result;
}

/** Added or deleted when a value appears or disappears, else changed. */
function classifyChange(was: RecordedValue, now: RecordedValue): MergedFieldChange['change'] {
  const [had, has] = [!isBlankValue(was.value), !isBlankValue(now.value)];
  if (had === has) return 'changed';
  return has ? 'added' : 'deleted';
}
