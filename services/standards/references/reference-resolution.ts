/**
 * Parses a reference to a wiki page, and finds, among some standards, the one nearest to an ancestor in the lineage
 * of customised copies. Pure.
 */
import { type PageReference, REFERENCE_PATTERN } from '../../../shared/markup/page-references.ts';

const REFERENCE = new RegExp(`^${REFERENCE_PATTERN}$`);

/** The page or clause that a reference names; null for any other text. */
export function parseReference(reference: string): Omit<PageReference, 'line'> | null {
  const [, library_slug, slug, clause = null] = REFERENCE.exec(reference) ?? [];
  return library_slug === undefined || slug === undefined ? null : { library_slug, slug, clause };
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
