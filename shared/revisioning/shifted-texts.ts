/**
 * Clauses that took over the text of another: a clause inserted in markup gives every one after it the identity of the
 * clause that had its address before (decisions S4).
 */
import type { SubmittedElement } from './identify-outline.ts';
import type { Element, Outline } from './outline.ts';
import type { OutlineProblem } from './outline-problem.ts';

export const TEXT_OF_ANOTHER_CLAUSE = 'text_of_another_clause';
const MAX_LISTED = 20;

/** The clauses of `after` whose text another clause had in `base` and has no longer, each with that one. */
export function findShiftedTexts(base: Outline, after: Outline): Map<number, Element> {
  const before = new Map(base.elements.map((element) => [element.element_id, element]));
  const now = new Map(after.elements.map((element) => [element.element_id, element]));
  const owners = Map.groupBy(base.elements, ({ content }) => content);
  const shifted = new Map<number, Element>();
  for (const { element_id, content } of after.elements) {
    const old = before.get(element_id);
    if (content === '' || old === undefined || old.content === content) continue;
    const [owner, another] = owners.get(content) ?? [];
    if (owner && !another && now.get(owner.element_id)?.content !== content) shifted.set(element_id, owner);
  }
  return shifted;
}

/**
 * Warnings on an accepted submission. A copy that follows this standard takes the text of a clause by identity, so its
 * own heading or fields would stand beside another requirement.
 * @param result the submission with its identities
 */
export function warnOfShiftedTexts(
  base: Outline,
  submitted: readonly SubmittedElement[],
  result: Outline,
): OutlineProblem[] {
  const shifted = findShiftedTexts(base, result);
  const idAt = new Map(result.elements.map(({ address, element_id }) => [address, element_id]));
  const warnings: OutlineProblem[] = [];
  for (const [index, { element_id, address }] of submitted.entries()) {
    if (warnings.length === MAX_LISTED) break;
    const owner = element_id == null ? shifted.get(idAt.get(address) ?? 0) : undefined;
    if (!owner) continue;
    warnings.push({
      path: `elements[${index}].element_id`,
      address,
      rule: TEXT_OF_ANOTHER_CLAUSE,
      message: `The text was that of ${owner.address}. Without an element_id it is the clause that was at ${address} before, with its history; send the element_ids, so that copies of this standard follow the text`,
    });
  }
  return warnings;
}
