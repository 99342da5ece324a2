/**
 * The wiki pages that a revision cites, each with the time from which a hold withholds the clause that cites it.
 * Pure.
 */
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { findCitations } from '../../../shared/markup/page-references.ts';
import type { Element } from '../../../shared/revisioning/outline/outline.ts';
import type { ReadableCitation } from '../standard/model.ts';
import type { RevisionHold } from './model.ts';

/** For a clause that a moderator has withheld: its citations are not readable at any time while that lasts. */
const EVER = new Date(0);

/** The citations of headings and texts, in their order, with the time from which holds withhold them. */
export function findReadableCitations(
  elements: Iterable<Element>,
  holds: readonly RevisionHold[] = [],
): ReadableCitation[] {
  const withheldFrom = new Map<number, number>();
  for (const hold of holds) {
    const from = (withholdsText(hold) ? EVER : hold.level2_at)?.getTime();
    if (from === undefined) continue;
    for (const id of hold.element_ids) withheldFrom.set(id, Math.min(from, withheldFrom.get(id) ?? from));
  }
  // Each group has its own limit of pages, so that what is counted never depends on withheld words.
  const groups = Map.groupBy(elements, ({ element_id }) => withheldFrom.get(element_id));
  return [...groups].flatMap(([from, clauses]) => {
    const citations = findCitations(clauses.flatMap(({ toc_content, content }) => [toc_content, content]));
    return from === undefined
      ? citations
      : citations.map((citation) => ({ ...citation, withheld_from: new Date(from) }));
  });
}
