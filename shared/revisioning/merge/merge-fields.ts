/**
 * Field step of an outline merge: the datasheet fields, each merged as a whole by identity, with conflicts;
 * of two fields with one label on a clause, one is renamed.
 */

import { isSameField } from '../outline/clause.ts';
import { MAX_LABEL_CHARACTERS } from '../outline/field-rules.ts';
import { type Field, fieldKey } from '../outline/outline.ts';
import { decideAxis, type Side } from './decide-axis.ts';
import type { FieldConflict, FieldConflictReason } from './merge-state.ts';

interface FieldMergeInput {
  /** Which clauses each side has and the result keeps, and the choices for them. */
  state: {
    theirs: { has(elementId: number): boolean };
    mine: { has(elementId: number): boolean };
    kept: { has(elementId: number): boolean };
    choices: ReadonlyMap<number, Side>;
  };
  base: readonly Field[];
  theirs: readonly Field[];
  mine: readonly Field[];
  /** Choices by field identity; a choice for the clause serves where a field has none. */
  fieldChoices: ReadonlyMap<number, Side>;
}

/** The fields of the kept clauses without those in conflict, and what could not be merged. */
export function mergeFields(input: FieldMergeInput): { fields: Field[]; conflicts: FieldConflict[] } {
  const { state } = input;
  const bases = indexById(input.base);
  const theirs = indexById(input.theirs);
  const mine = indexById(input.mine);
  const conflicts: FieldConflict[] = [];
  const fields: Field[] = [];

  const choiceOf = (...states: (Field | undefined)[]): Side | undefined => {
    for (const field of states) {
      const choice = field && (input.fieldChoices.get(field.field_id) ?? state.choices.get(field.element_id));
      if (choice !== undefined) return choice;
    }
    return undefined;
  };
  const report = (
    reason: FieldConflictReason,
    base: Field | undefined,
    their: Field | undefined,
    my: Field | undefined,
  ) => {
    const shown = my ?? their ?? base;
    if (shown === undefined) return;
    const field_id = base === undefined && their === undefined ? null : shown.field_id;
    const { field_id: id, element_id, label } = shown;
    const sides = { base: base ?? null, theirs: their ?? null, mine: my ?? null };
    conflicts.push({ id, field_id, element_id, label, ...sides, reason });
  };

  for (const id of new Set([...theirs.keys(), ...mine.keys()])) {
    const [base, their, my] = [bases.get(id), theirs.get(id), mine.get(id)];
    // A side that deleted the whole clause did not decide about the field: it is removed or kept with the clause.
    const isDeletedWithClause =
      base !== undefined && !(their && my) && !state[their ? 'mine' : 'theirs'].has(base.element_id);
    const sideWithField = their ? 'theirs' : 'mine';
    const decision = isDeletedWithClause ? sideWithField : decideAxis(base, their, my, isSameField);
    const choice = decision === 'conflict' ? choiceOf(my, their, base) : undefined;
    if (decision === 'conflict' && choice === undefined) {
      report(conflictReason(their, my), base, their, my);
      continue;
    }
    const [first, second] = decision === 'mine' || choice === 'mine' ? [my, their] : [their, my];
    if (first === undefined) continue;
    // When a choice removed the clause it was moved to, the field is kept on the clause of the other side.
    const clause = [first, second].find(
      (candidate) => candidate !== undefined && state.kept.has(candidate.element_id),
    )?.element_id;
    if (clause === first.element_id) fields.push(first);
    else if (clause !== undefined) fields.push({ ...first, element_id: clause });
  }
  return { fields: resolveTakenLabels(fields, theirs, choiceOf, report), conflicts };
}

function conflictReason(their: Field | undefined, my: Field | undefined): FieldConflictReason {
  if (their && my) return 'both_changed';
  return their ? 'changed_deleted' : 'deleted_changed';
}

export const keyOfField = ({ element_id, label }: Field): string => fieldKey(element_id, label);

/** Two fields of one clause under one label: the one not chosen takes ` (2)`, so that neither is lost. */
function resolveTakenLabels(
  fields: readonly Field[],
  theirs: ReadonlyMap<number, Field>,
  choiceOf: (...states: (Field | undefined)[]) => Side | undefined,
  report: (
    reason: FieldConflictReason,
    base: Field | undefined,
    their: Field | undefined,
    my: Field | undefined,
  ) => void,
): Field[] {
  const holders = new Map<string, Field>();
  const taken = new Set(fields.map(keyOfField));
  for (const field of fields) {
    const key = keyOfField(field);
    const holder = holders.get(key);
    if (holder === undefined) {
      holders.set(key, field);
      continue;
    }
    const ofTheirs = theirs.get(holder.field_id);
    const isHolderTheirs = ofTheirs !== undefined && keyOfField(ofTheirs) === key;
    const [their, my] = isHolderTheirs ? [holder, field] : [field, holder];
    const choice = choiceOf(my, their);
    if (choice === undefined) report('label_taken', undefined, their, my);
    const [winner, loser] = choice === 'mine' ? [my, their] : [their, my];
    const label = freeLabel(loser, taken);
    holders.set(key, winner);
    holders.set(fieldKey(loser.element_id, label), { ...loser, label });
    taken.add(fieldKey(loser.element_id, label));
  }
  return [...holders.values()];
}

/** The label of a field with the first number after it that gives a free key (`fieldKey`). */
export function freeLabel({ element_id, label }: Field, taken: ReadonlySet<string>): string {
  let count = 2;
  while (taken.has(fieldKey(element_id, numberLabel(label, count)))) count += 1;
  return numberLabel(label, count);
}

/** The label with a number after it, shortened where it would be too long to save. */
function numberLabel(label: string, count: number): string {
  const suffix = ` (${count})`;
  return `${[...label].slice(0, MAX_LABEL_CHARACTERS - suffix.length).join('')}${suffix}`;
}

function indexById(fields: readonly Field[]): Map<number, Field> {
  return new Map(fields.map((field) => [field.field_id, field]));
}
