/** A revise over a version that has moved on (document 3, revise rules 6 and 7; decisions D9). */

import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Person } from '../../../shared/kernel/call.ts';
import { isSameJson } from '../../../shared/revisioning/canonical.ts';
import { BLANK, isBlankValue, type RecordedValue } from '../../../shared/revisioning/field-value.ts';
import { mergeMembers } from '../../../shared/revisioning/merge-members.ts';
import type { Definition } from '../definitions.ts';
import { stateOf } from '../present.ts';
import { type FieldState, type FieldStates, recordedOf } from '../records/recorded-values.ts';

type Revised = Infer<(typeof datasheets)['datasheets.revise']['returns']>;
export type MergedChange = NonNullable<Revised['mergedChanges']>[number];
export type Cleared = Revised['cleared'][number];

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

export interface MergedRevise {
  /** Every field of the definition as the new revision records it; only meaningful without conflicts. */
  states: Map<number, FieldState>;
  conflicts: ReviseConflict[];
  /** Fields of the head that the changes alter. */
  changed: number;
  cleared: Cleared[];
  /** What others changed since the base. */
  mergedChanges: MergedChange[];
}

interface Sides {
  definition: Definition;
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
export function mergeRevise({ definition, base, head, wanted, editor }: Sides): MergedRevise {
  const members = (states: FieldStates) =>
    new Map(definition.fields.map(({ field_id }) => [String(field_id), recordedOf(states.get(field_id) ?? BLANK)]));
  const [before, theirs] = [members(base), members(head)];
  const mine = new Map([...before, ...[...wanted].map(([id, state]) => [String(id), state] as const)]);
  const { theirsChanged } = mergeMembers(before, theirs, mine);

  const result: MergedRevise = { states: new Map(), conflicts: [], changed: 0, cleared: [], mergedChanges: [] };
  const others = new Set(theirsChanged);
  for (const { field_id: id, label } of definition.fields) {
    const current = stateOf({ states: head }, id);
    const was = recordedOf(base.get(id) ?? BLANK);
    const now = recordedOf(current);
    const edited = { editedBy: current.edited_by, editedAt: current.edited_at };
    const moved = others.has(String(id));
    if (moved) result.mergedChanges.push({ elementId: id, label, change: describe(was, now), ...edited });

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
function describe(was: RecordedValue, now: RecordedValue): MergedChange['change'] {
  const [had, has] = [!isBlankValue(was.value), !isBlankValue(now.value)];
  if (had === has) return 'changed';
  return has ? 'added' : 'deleted';
}
