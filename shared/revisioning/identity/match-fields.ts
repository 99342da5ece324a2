/**
 * Matching of the fields of a save or of an adopted edition with the stored ones: by `id`, else by `match_label` on the
 * clause (a rename), else by clause and label, else by address and label in the base where the clause that was there is
 * gone: a field moves with its clause. Earlier ways win whatever the order of the items, so that a rename never loses
 * its field to a new one.
 */
import type { SubmittedField } from '../outline/complete-field.ts';
import { type Field, fieldKey, type Outline } from '../outline/outline.ts';
import type { OutlineProblem } from '../outline/outline-problem.ts';

interface FieldMatchInput {
  base: Outline;
  fields: readonly SubmittedField[];
  /** Identity of the element at each address of the submission. */
  elementAt: ReadonlyMap<string, number>;
}

interface FieldMatches {
  /** By position: the identity of the stored field, or null for a new one. */
  ids: (number | null)[];
  problems: OutlineProblem[];
}

/** Matches as described above. Problems: `field_id_repeated`, `match_label_unknown`, `field_matched_twice`. */
export function matchFields({ base, fields, elementAt }: FieldMatchInput): FieldMatches {
  const known = new Set(base.fields.map((field) => field.field_id));
  const byClause = indexFields(base.fields, (field) => field.element_id);
  const addressOf = new Map(base.elements.map((element) => [element.element_id, element.address]));
  const present = new Set(elementAt.values());
  const ofGoneClauses = base.fields.filter((field) => !present.has(field.element_id));
  const byAddress = indexFields(ofGoneClauses, (field) => addressOf.get(field.element_id));
  const ids = fields.map((): number | null => null);
  const claimed = new Set<number>();
  const problems: OutlineProblem[] = [];

  const claim = (index: number, fieldId: number, member: string, rule: string) => {
    if (claimed.has(fieldId))
      problems.push(problemAt(fields, index, member, rule, 'Two items refer to the same field'));
    claimed.add(fieldId);
    ids[index] = fieldId;
  };
  const onClause = (address: string, label: string) => byClause.get(fieldKey(elementAt.get(address), label));

  for (const [index, { id }] of fields.entries()) {
    if (id !== undefined && known.has(id)) claim(index, id, 'id', 'field_id_repeated');
  }
  for (const [index, { element_address, match_label }] of fields.entries()) {
    if (ids[index] !== null || match_label === undefined || match_label === null) continue;
    const match = onClause(element_address, match_label);
    if (match !== undefined) claim(index, match, 'match_label', 'field_matched_twice');
    else
      problems.push(
        problemAt(
          fields,
          index,
          'match_label',
          'match_label_unknown',
          `No field ${JSON.stringify(match_label)} here`,
        ),
      );
  }
  for (const [index, { element_address, label, match_label }] of fields.entries()) {
    if (ids[index] !== null || (match_label !== undefined && match_label !== null)) continue;
    const match = onClause(element_address, label);
    if (match !== undefined && !claimed.has(match)) claim(index, match, 'label', 'field_matched_twice');
  }
  for (const [index, { element_address, label, match_label }] of fields.entries()) {
    if (ids[index] !== null || (match_label !== undefined && match_label !== null)) continue;
    const match = byAddress.get(fieldKey(element_address, label));
    if (match !== undefined && !claimed.has(match)) claim(index, match, 'label', 'field_matched_twice');
  }
  return { ids, problems };
}

function indexFields(
  fields: readonly Field[],
  placeOf: (field: Field) => string | number | undefined,
): Map<string, number> {
  return new Map(fields.map((field) => [fieldKey(placeOf(field), field.label), field.field_id]));
}

function problemAt(
  fields: readonly SubmittedField[],
  index: number,
  member: string,
  rule: string,
  message: string,
): OutlineProblem {
  return {
    path: `datasheetElements[${index}].${member}`,
    address: fields[index]?.element_address ?? null,
    rule,
    message,
  };
}
