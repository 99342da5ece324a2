/**
 * Computes how many customised copies lie between a standard and an ancestor of it, and which of several standards is
 * nearest: a reference to a wiki page leads there.
 */
import type { StandardsService } from '../open-standards.ts';

/** The generations that are followed at most: more than a chain of copies of copies has. */
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

/** Number of steps from a standard to the one it was customised from, directly or by way of others. */
type LineageDistance = number;

/**
 * The distance from a standard up to an ancestor; 0 for the ancestor itself, null for an unrelated standard.
 * @param parents of each customised standard
 */
export function lineageDistance(
  id: number,
  ancestorId: number,
  parents: ReadonlyMap<number, number>,
): LineageDistance | null {
  const seen = new Set<number>();
  for (let at: number | undefined = id; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === ancestorId) return seen.size;
    seen.add(at);
  }
  return null;
}

/** The standard nearest to an ancestor; of several equally near ones the first. */
export function findNearest<T extends { standard_id: number }>(
  standards: readonly T[],
  ancestorId: number,
  parents: ReadonlyMap<number, number>,
): T | null {
  let nearest: { standard: T; distance: LineageDistance } | null = null;
  for (const standard of standards) {
    const distance = lineageDistance(standard.standard_id, ancestorId, parents);
    if (distance !== null && (nearest === null || distance < nearest.distance))
      nearest = { standard, distance };
  }
  return nearest?.standard ?? null;
}
