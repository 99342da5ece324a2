/**
 * History of a datasheet, computed from the link of each revision to its predecessor: the revisions from which the
 * project revisions descend, newest first. A stored revision of a save that lost a race, or of a discarded draft, is
 * not part of it. Pure.
 */
import type { DatasheetRevisionLink } from '../model.ts';

type Link = Pick<DatasheetRevisionLink, '_id' | 'previous_id'>;

/**
 * The `tips` and all their predecessors, a tip before its own. A revision that lost a race, or belonged to a
 * discarded draft, is stored but has no successor or pointer, so it belongs to no history.
 */
export function collectAncestry(links: readonly Link[], tips: readonly number[]): Set<number> {
  const previous = new Map(links.map((link) => [link._id, link.previous_id]));
  const ancestry = new Set<number>();
  for (const tip of tips) {
    let at: number | null | undefined = tip;
    while (at !== null && at !== undefined && !ancestry.has(at) && previous.has(at)) {
      ancestry.add(at);
      at = previous.get(at);
    }
  }
  return ancestry;
}

/**
 * The ids of revisions, each before its predecessor. The ids do not give the order: every process takes
 * them from a block of its own.
 */
export function orderNewestFirst(links: readonly Link[]): number[] {
  const previous = new Map(links.map((link) => [link._id, link.previous_id]));
  const depths = new Map<number, number>();
  const depthOf = (id: number): number => {
    const path: number[] = [];
    let at: number | null = id;
    while (at !== null && previous.has(at) && !depths.has(at)) {
      path.push(at);
      at = previous.get(at) ?? null;
    }
    let depth = at === null ? 0 : (depths.get(at) ?? 0);
    for (const step of path.reverse()) depths.set(step, ++depth);
    return depth;
  };
  const ids = links.map(({ _id }) => _id);
  return ids.sort((a, b) => depthOf(b) - depthOf(a) || b - a);
}
