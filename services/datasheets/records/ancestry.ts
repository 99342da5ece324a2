/**
 * History of a datasheet: the revisions that its pointers reach through their predecessors. Other stored
 * revisions belong to no history (decisions D10).
 */
import type { DatasheetRevisionLink } from '../model.ts';

type Link = Pick<DatasheetRevisionLink, '_id' | 'previous_id'>;

/**
 * The `tips` and all their predecessors. A revision that lost a race, or belonged to a discarded draft, is
 * stored but has no successor or pointer, so it belongs to no history.
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
