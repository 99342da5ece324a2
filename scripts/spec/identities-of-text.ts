/** Report of the identities of a pushed text: which clause of the standard each of its clauses is taken for. Pure. */
import type { IdentityReport } from '../../shared/revisioning/identity/report-identities.ts';
import type { Outline } from '../../shared/revisioning/outline/outline.ts';
import { describeEdition } from '../import/edition/edition-report.ts';
import { planEdition, wordsOf } from '../import/edition/plan-edition.ts';

/** The report in lines; none where every clause stands where it stood and is certain. */
export function describeIdentities(
  base: Outline,
  mine: Outline,
  identities: IdentityReport | null,
): string[] {
  if (identities === null) return [];
  const { moved, new: added, deleted, uncertain } = identities;
  if (moved.length + added.length + deleted.length + uncertain.length === 0) return [];
  const known = base.elements.map((element) => ({ ...element, words: wordsOf(element) }));
  const gone = new Set(deleted.map(({ elementId }) => elementId));
  const addresses = new Map(base.elements.map(({ element_id, address }) => [element_id, address]));
  const lostFields = base.fields
    .filter(({ element_id }) => gone.has(element_id))
    .map(({ element_id, label }) => `${addresses.get(element_id)} ${label}`);
  return describeEdition(planEdition(known, mine.elements, identities), lostFields);
}
