/** Which revisions belong to a datasheet's history, and which of them a caller reaches (decisions D10). */
import type { DatasheetRevisionLink } from '../model.ts';

type Link = Pick<DatasheetRevisionLink, '_id' | 'previous_id'>;

/**
 * The revisions reached from `tips` over their predecessors. A revision that lost a race, or belonged to a draft since
 * discarded, is written but reached from nowhere, and so is no part of any history.
 */
export function collectAncestry(links: readonly Link[], tips: readonly number[]): Set<number> {
  const previous = new Map(links.map((link) => [link._id, link.previous_id]));
  const reached = new Set<number>();
  for (const tip of tips) {
    let at: number | null | undefined = tip;
    while (at !== null && at !== undefined && !reached.has(at) && previous.has(at)) {
      reached.add(at);
      at = previous.get(at);
    }
  }
  return reached;
}
