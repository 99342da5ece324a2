/**
 * Patch mode of a working-copy save: adds, changes, renames or removes single fields and reports faults;
 * elements are unchanged.
 */
import { completeField, type SubmittedField } from '../outline/complete-field.ts';
import { type FieldContent, fieldContent } from '../outline/content-hash.ts';
import { findFieldProblems } from '../outline/field-rules.ts';
import { findFieldWarnings } from '../outline/field-warnings.ts';
import { type Field, fieldKey, type Outline } from '../outline/outline.ts';
import { orderFields } from '../outline/outline-order.ts';
import type { OutlineProblem } from '../outline/outline-problem.ts';
import { matchFields } from './match-fields.ts';

interface FieldPatch {
  base: Outline;
  items: readonly SubmittedField[];
  /** `removeDatasheetFields`. */
  removals: readonly { element_address: string; label: string }[];
  nextFieldId: () => number;
}

interface PatchedOutline {
  /** To be stored only without problems. */
  outline: Outline;
  newFieldIds: Set<number>;
  problems: OutlineProblem[];
  /** Of the fields that were sent (`findFieldWarnings`). */
  warnings: OutlineProblem[];
}

/**
 * Applies a patch and checks it. Fields that are not sent and omitted members are unchanged. Problems: those
 * of `matchFields` and `findFieldProblems`, `removal_unknown` (a removal that names nothing),
 * `removed_and_sent`, and `duplicate_label` for a rename onto a label in use.
 */
export function patchFields({ base, items, removals, nextFieldId }: FieldPatch): PatchedOutline {
  const elementAt = new Map(base.elements.map((element) => [element.address, element.element_id]));
  const matches = matchFields({ base, fields: items, elementAt });
  const fields = new Map(base.fields.map((field) => [field.field_id, field]));
  const removalProblems = removeFields(fields, elementAt, removals, new Set(matches.ids));
  const newFieldIds = new Set<number>();
  const contents: FieldContent[] = [];
  const written: (Field | null)[] = [];

  for (const [index, item] of items.entries()) {
    const matchedId = matches.ids[index] ?? null;
    const definition = completeField(item, matchedId === null ? null : (fields.get(matchedId) ?? null));
    contents.push(fieldContent(definition, item.element_address));
    const elementId = elementAt.get(item.element_address);
    if (elementId === undefined) {
      written.push(null);
      continue;
    }
    const fieldId = matchedId ?? nextFieldId();
    if (matchedId === null) newFieldIds.add(fieldId);
    const field = { field_id: fieldId, element_id: elementId, ...definition };
    fields.set(fieldId, field);
    written.push(field);
  }

  const patched = [...fields.values()];
  const itemProblems = findFieldProblems(contents, new Set(elementAt.keys()));
  const problems = [...matches.problems, ...removalProblems, ...itemProblems];
  const reported = new Set(problems.map((problem) => problem.path));
  problems.push(...findTakenLabels(patched, written, items).filter((problem) => !reported.has(problem.path)));
  return {
    outline: { elements: base.elements, fields: orderFields(patched, base.elements) },
    newFieldIds,
    problems,
    warnings: findFieldWarnings(contents),
  };
}

function removeFields(
  fields: Map<number, Field>,
  elementAt: ReadonlyMap<string, number>,
  removals: FieldPatch['removals'],
  sent: ReadonlySet<number | null>,
): OutlineProblem[] {
  const problems: OutlineProblem[] = [];
  const idOf = new Map(
    [...fields.values()].map((field) => [fieldKey(field.element_id, field.label), field.field_id]),
  );
  for (const [index, { element_address, label }] of removals.entries()) {
    const elementId = elementAt.get(element_address);
    const fieldId = elementId === undefined ? undefined : idOf.get(fieldKey(elementId, label));
    const report = (rule: string, message: string) =>
      problems.push({ path: `removeDatasheetFields[${index}]`, address: element_address, rule, message });
    if (fieldId === undefined)
      report('removal_unknown', `${element_address} has no field ${JSON.stringify(label)}`);
    else if (sent.has(fieldId))
      report('removed_and_sent', `Field ${JSON.stringify(label)} is both sent and removed`);
    else fields.delete(fieldId);
  }
  return problems;
}

/**
 * Reported at the item that took the label, because the field that had it may not be in the submission at
 * all.
 */
function findTakenLabels(
  fields: readonly Field[],
  written: readonly (Field | null)[],
  items: readonly SubmittedField[],
): OutlineProblem[] {
  const holders = new Map<string, number>();
  for (const { element_id, label } of fields) {
    const key = fieldKey(element_id, label);
    holders.set(key, (holders.get(key) ?? 0) + 1);
  }
  const problems: OutlineProblem[] = [];
  for (const [index, item] of items.entries()) {
    const field = written[index] ?? null;
    if (field === null || (holders.get(fieldKey(field.element_id, field.label)) ?? 0) < 2) continue;
    const message = `${item.element_address} already has a field ${JSON.stringify(item.label)}`;
    problems.push({
      path: `datasheetElements[${index}].label`,
      address: item.element_address,
      rule: 'duplicate_label',
      message,
    });
  }
  return problems;
}
