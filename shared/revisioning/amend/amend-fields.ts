/** Writes the instructions of an amendment that change the datasheet fields of clauses. Pure. */
import { isSameJson } from '../outline/canonical-json.ts';
import { defaultContent } from '../outline/content-hash.ts';
import type { Field, Outline } from '../outline/outline.ts';
import { FIELD_MEMBERS, type FieldMembers, type Instruction } from './instructions.ts';

/** Changes and deletions in the order of `from`, then moves and insertions in that of `to`. */
export function amendFields(from: Outline, to: Outline): Instruction[] {
  const numbers = (outline: Outline) =>
    new Map(outline.elements.map(({ element_id, address }) => [element_id, address]));
  const [before, after] = [numbers(from), numbers(to)];
  const now = new Map(to.fields.map((field) => [field.field_id, field]));
  const old = new Map(from.fields.map((field) => [field.field_id, field]));

  const changed = from.fields.flatMap((field): Instruction[] => {
    const named = { clause: before.get(field.element_id) ?? '', label: field.label };
    const other = now.get(field.field_id);
    // The fields of a deleted clause go with it.
    if (!other) return after.has(field.element_id) ? [{ action: 'delete_field', ...named }] : [];
    const changes = changesOf(field, other);
    return Object.keys(changes).length === 0 ? [] : [{ action: 'change_field', ...named, field: changes }];
  });
  const placed = to.fields.flatMap((field): Instruction[] => {
    const clause = after.get(field.element_id) ?? '';
    const other = old.get(field.field_id);
    if (!other) return [{ action: 'insert_field', clause, field: membersOf(field) }];
    if (other.element_id === field.element_id) return [];
    const was = before.get(other.element_id) ?? '';
    return [{ action: 'move_field', clause: was, label: other.label, to: clause }];
  });
  return [...changed, ...placed];
}

const membersOf = ({ field_id: _field, element_id: _element, ...members }: Field): FieldMembers => members;

/**
 * The members that the content hash tells apart. It takes two Unicode forms of a label for two labels, where a comparison for
 * readers takes them for one.
 */
function changesOf(before: Field, after: Field): Partial<FieldMembers> {
  const [old, now] = [before, after].map((field) => ({
    ...membersOf(field),
    default_value: defaultContent(field.default_value),
  }));
  const changes: Partial<FieldMembers> = {};
  const compare = <K extends keyof FieldMembers>(member: K): void => {
    if (now && !isSameJson(old?.[member], now[member])) changes[member] = now[member];
  };
  for (const member of FIELD_MEMBERS) compare(member);
  return changes;
}
