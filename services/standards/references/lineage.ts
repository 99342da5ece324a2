/** The parent from which each standard, and each of up to 20 ancestors, was customised. */
import type { StandardsService } from '../open-standards.ts';

/** More than a chain of copies of copies has. */
const MAX_GENERATIONS = 20;

/** The standard from which each of these, and each of its ancestors, was customised. */
export async function loadParents(
  { standards, revisions }: StandardsService,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  let generation = [...new Set(ids)];
  for (let count = 0; generation.length > 0 && count < MAX_GENERATIONS; count += 1) {
    const copies = (await standards.findMany(generation)).flatMap(({ _id, customized_from_revision_id }) =>
      customized_from_revision_id === null ? [] : [{ _id, source: customized_from_revision_id }],
    );
    const sources = await revisions.findMany(copies.map(({ source }) => source));
    const standardOf = new Map(sources.map(({ _id, standard_id }) => [_id, standard_id]));
    for (const { _id, source } of copies) {
      const parent = standardOf.get(source);
      if (parent !== undefined) parents.set(_id, parent);
    }
    generation = [...new Set(standardOf.values())].filter((id) => !parents.has(id));
  }
  return parents;
}
