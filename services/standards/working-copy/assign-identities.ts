/** Assignment of ids to the new clauses and fields of an outline. */
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';

/** The outline with new identities in place of provisional ones, which are below zero. */
export async function assignIdentities(
  counters: IdCounters,
  { elements, fields }: Outline,
): Promise<Outline> {
  const newElements = elements.filter(({ element_id }) => element_id < 0);
  const newFields = fields.filter(({ field_id }) => field_id < 0);
  if (newElements.length + newFields.length === 0) return { elements, fields };
  const [elementIds, fieldIds] = await Promise.all([
    newElements.length === 0 ? [] : counters.take('elements', newElements.length),
    newFields.length === 0 ? [] : counters.take('fields', newFields.length),
  ]);
  const idOf = new Map(newElements.map(({ element_id }, index) => [element_id, elementIds[index] ?? 0]));
  const fieldIdOf = new Map(newFields.map(({ field_id }, index) => [field_id, fieldIds[index] ?? 0]));
  return {
    elements: elements.map((element) => {
      const element_id = idOf.get(element.element_id);
      return element_id === undefined ? element : { ...element, element_id };
    }),
    fields: fields.map((field) => ({
      ...field,
      field_id: fieldIdOf.get(field.field_id) ?? field.field_id,
      element_id: idOf.get(field.element_id) ?? field.element_id,
    })),
  };
}
