/** Writes the entries of an addendum as sentences without a full stop, e.g. `Remove the standard "Doors"`. Pure. */
import { inQuotes, type Quote, sayValue } from '../../../shared/revisioning/amend/sentences.ts';
import { readFieldValue } from '../../../shared/revisioning/outline/field-value.ts';
import type { Entry, MemberChange, ValueChange } from './compare-revisions.ts';

/** One entry, without the instructions of a standard and the values of a datasheet. */
export function sayEntry({ kind, name, change, members }: Entry, quote: Quote = inQuotes): string {
  const what = kind === 'header' ? 'the project' : `the ${kind} ${quote(name)}`;
  if (change === 'deleted') return `Remove ${what}`;
  const others = members.filter(
    ({ member, after }) =>
      change === 'changed' || !(SAID_BY_NAME.includes(member) || after === null || after === ''),
  );
  const said = listParts(others.map((member) => sayMember(member, quote)));
  if (change === 'added') return `Add ${what}${said && ` with ${said}`}`;
  return `Amend ${what}${said && `: ${said}`}`;
}

/** Members that a sentence of what is added does not repeat: its name, and what only a program compares. */
const SAID_BY_NAME: readonly string[] = ['name', 'sort_order', 'sha256'];

function sayMember({ member, words, ...change }: MemberChange, quote: Quote): string {
  const { before, after } = words ?? change;
  const now = `the ${labelOf(member)} ${sayValue(after, quote)}`;
  return change.before === null ? now : `${now} instead of ${sayValue(before, quote)}`;
}

const labelOf = (member: string): string =>
  member === 'sha256' ? 'SHA-256' : member.replace(/^address_|_id$/g, '').replaceAll('_', ' ');

/** One value, e.g. `In 1.2, "Strength", for "35" MPa substitute "40" MPa`. */
export function sayValueChange({ before, after }: ValueChange, quote: Quote = inQuotes): string {
  const field = after ?? before;
  const where = field ? `In ${field.address}, ${quote(field.label)},` : '';
  const shown = (record: ValueChange['after']): string => sayRecord(record, quote);
  if (!after) return `${where} omit ${shown(before)}`;
  if (!before) return `${where} enter ${shown(after)}`;
  return `${where} for ${shown(before)} substitute ${shown(after)}`;
}

/** `"35" MPa, "as tested"`; a disposition without a value stands for itself. */
export function sayRecord(record: ValueChange['after'], quote: Quote = inQuotes): string {
  if (!record) return 'nothing';
  const { user_value, unit, disposition, disposition_note } = record;
  const chosen = readFieldValue(user_value) ?? null;
  const value = chosen === null ? '' : `${sayValue(chosen, quote)}${unit === null ? '' : ` ${unit}`}`;
  const note = disposition_note === null ? '' : `the note ${quote(disposition_note)}`;
  const stated = disposition === 'specified' ? '' : disposition.replaceAll('_', ' ');
  return [value, stated, note].filter(Boolean).join(', ');
}

function listParts(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last;
}
